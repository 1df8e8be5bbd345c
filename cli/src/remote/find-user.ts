import type { UserJson } from "@svc/proto/svc/admin/v1/user_pb";
import { argument, type CommandContext, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Call } from "./client.ts";

type Named = Readonly<{ project: string } & ({ email: string } | { userId: string })>;

/** The user that the command line names in an argument, the first unless it says otherwise. */
export function namedUser(context: CommandContext, place = 0): Named {
  return userNamed(textFlag(context.flags, "project"), argument(context, place));
}

/** An email address has an @, an id has none. */
export function userNamed(project: string, typed: string): Named {
  const name = typed.trim();
  return name.includes("@") ? { project, email: name } : { project, userId: name };
}

export async function getUser(call: Call, named: Named): Promise<UserJson & { id: string }> {
  const { user = {} } = await call("UserService", "getUser", named);
  return { ...user, id: user.id ?? "" };
}

/** Project and id, as the methods on one user take them. Looks the user up only when that is needed. */
export async function findUser(call: Call, named: Named): Promise<{ project: string; userId: string }> {
  if ("userId" in named) return named;
  return { project: named.project, userId: (await getUser(call, named)).id };
}

/** For what a call refuses about a user who was looked up: names them as they were typed, not by the id that was found. */
export function refusedAbout(typed: string, { userId }: { userId: string }): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Failure) || userId === "") throw error;
    const { code, reason, message, hint, metadata } = error;
    const told = [message, hint].map((text) => text.replaceAll(userId, typed.trim())) as [string, string];
    throw new Failure(code, reason, ...told, { metadata });
  };
}
