import type { AppleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import type { AppleKeyFile } from "../remote/apple-key-file.ts";
import { tryAppleKey } from "../remote/try-client.ts";
import { type Check, checkOf } from "./check.ts";

/** Tries a key given by hand at Apple, from this machine, once for each client id. */
export async function appleKeyChecks(apple: AppleSettingsJson, file: AppleKeyFile): Promise<Check[]> {
  const check = checkOf("apple_key_file", "Apple key file");
  const { teamId = "", bundleId = "", servicesId = "" } = apple;
  const keyId = file.keyId || apple.keyId || "";
  if (teamId === "") return [check.notChecked("the team ID is missing", "set apple.team_id")];
  if (keyId === "") return [check.notChecked("the key ID is missing", "name the file AuthKey_<key id>.p8")];
  const clients = [bundleId, servicesId].filter((id) => id !== "");
  if (clients.length === 0) return [check.notChecked("no bundle ID or Services ID is set")];
  return Promise.all(clients.map((clientId) => keyCheck(file, { teamId, keyId, clientId })));
}

async function keyCheck(
  { key }: AppleKeyFile,
  ids: { teamId: string; keyId: string; clientId: string },
): Promise<Check> {
  const check = checkOf("apple_key_file", `Apple key file for ${ids.clientId}`);
  const tried = await tryAppleKey(key, ids);
  switch (tried.kind) {
    case "accepted":
      return check.ok("Apple accepts it");
    case "unreachable":
      return check.notChecked(
        `could not reach Apple: ${tried.why}`,
        "run it on a machine with internet access",
      );
    default:
      return tried.error === "invalid_client"
        ? check.failure(
            "Apple refuses it (invalid_client)",
            "team id, key id, client id and key file must belong together, and the key must have Sign in with Apple",
          )
        : check.warning(
            `Apple answers ${tried.error}`,
            "check whether a proxy in this network answers instead of Apple",
          );
  }
}
