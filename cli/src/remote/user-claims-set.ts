import type { JsonObject } from "@bufbuild/protobuf";
import { argument, type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { jsonText } from "../json-text.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";
import { hasLostNumber } from "./lost-number.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const etag = givenText(flags, "etag");
  const customClaims = parseClaims(argument(context, 1));
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("UserService", "updateUser", { ...found, customClaims, etag });
  if (output.json) return output.printJson(answer);
  output.print(jsonText(answer.user?.customClaims ?? {}));
  output.say("saved; access tokens contain them from the next refresh on");
}

function parseClaims(text: string): JsonObject {
  const hint = `put a JSON object in quotes, like '{"role":"admin"}'; '{}' clears the claims`;
  const value = parseJson(text);
  if (value === undefined) throw usageFailure("the claims are not JSON", hint);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageFailure("the claims are not a JSON object", hint);
  if (hasLostNumber(value))
    throw usageFailure("the claims contain a number that cannot be stored", "write it as text, in quotes");
  return value as JsonObject;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
