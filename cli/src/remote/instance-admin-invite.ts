import { argument, type CommandContext, textFlag } from "../command.ts";
import { namedProjects } from "../named-projects.ts";
import { describeRoles, requirePlaces, roleOfName } from "./admin-role.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const role = textFlag(flags, "role");
  const roles = requirePlaces(role, namedProjects(context)).map((project) => ({
    project,
    role: roleOfName(role),
  }));
  const request = { email: argument(context, 0), roles };
  const answer = await remoteClient(context)("AdminAccountService", "inviteAdmin", request);
  if (output.json) return output.printJson(answer);
  const { id = "", email = "", expiresAt = "" } = answer.invite ?? {};
  output.print(id);
  output.say(
    `invited ${email} as ${describeRoles(answer.invite?.roles)}; the invitation expires at ${expiresAt}`,
  );
}
