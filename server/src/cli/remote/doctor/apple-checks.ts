import type { KeyObject } from "node:crypto";
import type { AppleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { appleClientSecret } from "./apple-client-secret.ts";
import { type Check, checkOf } from "./check.ts";
import { fromServer, interceptor } from "./google-checks.ts";
import { jsonOf, keysOf, lookAt } from "./look-at.ts";

type Options = Readonly<{ endpoint: string; key: KeyObject | undefined; mailFrom: string }>;

export async function appleChecks(apple: AppleSettingsJson, options: Options): Promise<Check[]> {
  if (apple.enabled !== true) {
    const off = [checkOf("apple", "Apple sign-in").ok("not enabled")];
    const probe = checkOf("apple_key", "Apple key");
    return options.key === undefined ? off : [...off, probe.notChecked("Sign in with Apple is not enabled")];
  }
  const [keys, probes] = await Promise.all([keysCheck(options.endpoint), keyChecks(apple, options)]);
  return [idsCheck(apple), storedKeyCheck(apple), keys, ...probes, relayCheck(options.mailFrom)];
}

function idsCheck({ bundleId, servicesId, teamId = "", keyId = "" }: AppleSettingsJson): Check {
  const check = checkOf("apple", "Apple sign-in");
  if (!bundleId && !servicesId) {
    const seen = "enabled without a bundle id or a Services ID: no token of Apple can be accepted";
    return check.failure(seen, "set apple.bundle_id with svc project apply");
  }
  const wrong = Object.entries({ team_id: teamId, key_id: keyId }).filter(
    ([, id]) => id !== "" && !/^[A-Z\d]{10}$/.test(id),
  );
  if (wrong.length > 0) {
    const seen = wrong.map(([name, id]) => `apple.${name} is ${id}`).join(", ");
    return check.failure(
      `${seen}: Apple's have ten capital letters and digits`,
      "copy them from developer.apple.com",
    );
  }
  const ids = { bundle_id: bundleId, services_id: servicesId, team_id: teamId, key_id: keyId };
  const given = Object.entries(ids).flatMap(([name, id]) => (id ? [name] : []));
  return check.ok(given.join(", "));
}

function storedKeyCheck({ hasKey, teamId, keyId, servicesId }: AppleSettingsJson): Check {
  const check = checkOf("apple_stored_key", "Apple key stored");
  const remedy = "set apple.team_id, apple.key_id and apple.private_key with svc project apply";
  if (hasKey && teamId && keyId) return check.ok("stored, with team id and key id");
  const lacks = [hasKey ? "" : "key", teamId ? "" : "team id", keyId ? "" : "key id"].filter(Boolean);
  const seen = `no ${lacks.join(", no ")}`;
  return servicesId
    ? check.failure(`${seen}: sign-in in a browser cannot work`, remedy)
    : check.warning(`${seen}: Apple cannot be told when an account is deleted`, remedy);
}

async function keysCheck(endpoint: string): Promise<Check> {
  const check = checkOf("apple_keys", "Apple's keys");
  const address = `${endpoint}/auth/keys`;
  const seen = await lookAt(address);
  if ("why" in seen) return check.notChecked(`could not reach ${address} (${seen.why})`, fromServer);
  const keys = keysOf(seen) ?? [];
  if (seen.status === 200 && keys.length > 0) return check.ok(`${keys.length} at ${address}`);
  return check.warning(`${address} answers ${seen.status} without keys`, interceptor);
}

/** Tries the key at Apple's token endpoint, once for each client id. */
async function keyChecks(apple: AppleSettingsJson, { endpoint, key }: Options): Promise<Check[]> {
  const { teamId = "", keyId = "", bundleId = "", servicesId = "" } = apple;
  const check = checkOf("apple_key", "Apple key");
  if (key === undefined) {
    return [check.notChecked("the key was not tried at Apple", "--apple-key AuthKey_....p8 tries it")];
  }
  if (teamId === "" || keyId === "") {
    return [check.notChecked("it needs team id and key id", "set apple.team_id and apple.key_id")];
  }
  const clients = [bundleId, servicesId].filter((id) => id !== "");
  return Promise.all(clients.map((clientId) => dryRun(endpoint, key, { teamId, keyId, clientId })));
}

async function dryRun(
  endpoint: string,
  key: KeyObject,
  ids: { teamId: string; keyId: string; clientId: string },
): Promise<Check> {
  const check = checkOf("apple_key", `Apple key for ${ids.clientId}`);
  const address = `${endpoint}/auth/token`;
  const seen = await lookAt(address, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: "svc-doctor",
      client_id: ids.clientId,
      client_secret: appleClientSecret(key, ids),
    }),
  });
  if ("why" in seen) return check.notChecked(`could not reach ${address} (${seen.why})`, fromServer);
  const { error } = jsonOf(seen);
  // Apple looks at the code only once the client is proven: a refused code means an accepted key.
  if (error === "invalid_grant") return check.ok("Apple accepts it");
  if (error === "invalid_client") {
    const remedy =
      "team id, key id, client id and key file must belong together, and the key must have Sign in with Apple";
    return check.failure("Apple refuses it (invalid_client)", remedy);
  }
  return check.warning(`Apple answers ${seen.status}, ${error ?? "without an error code"}`, interceptor);
}

function relayCheck(mailFrom: string): Check {
  const check = checkOf("apple_relay", "Apple private relay");
  const [, domain] = /@([^\s>]+)/.exec(mailFrom) ?? [];
  if (domain === undefined) return check.notChecked("there is no sender of mails yet");
  const seen = `Apple has no way to ask whether ${domain} may mail to @privaterelay.appleid.com`;
  return check.notChecked(
    seen,
    `register ${domain} at developer.apple.com, Services, Sign in with Apple for Email Communication`,
  );
}
