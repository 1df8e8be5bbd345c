import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";
import type { SigningKeyJson, SigningKeysJson } from "@svc/proto/svc/admin/v1/signing_key_pb";
import type { Call } from "../remote/client.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";
import { keysOf, lookAt } from "./look-at.ts";

/** Nothing to say unless emails are not from the address that was set. */
export function senderChecks({ senderNotAllowed, settings }: ProjectJson): Check[] {
  if (!senderNotAllowed) return [];
  const { address = "" } = settings?.sender ?? {};
  const check = checkOf("sender", "sender of emails");
  return [
    check.warning(
      `${address} is not an allowed sender: emails are from the mail relay's own address`,
      "allow it: svc instance smtp set --allow-sender, or change settings.sender.address",
    ),
  ];
}

/** What backends need to verify the tokens of a project. */
export async function signingChecks(call: Call, project: ProjectJson, baseUrl: string): Promise<Check[]> {
  try {
    const { keys = {} } = await call("ProjectService", "getSigningKey", { project: project.slug ?? "" });
    return [issuerCheck(keys, project, baseUrl), await jwksCheck(keys)];
  } catch (error) {
    return [refusedCheck(checkOf("jwks", "JWKS"), error)];
  }
}

function issuerCheck(keys: SigningKeysJson, project: ProjectJson, baseUrl: string): Check {
  const check = checkOf("issuer", "issuer");
  const expected = `${baseUrl.replace(/\/+$/, "")}/p/${project.slug}`;
  if (keys.issuer === expected && project.issuer === expected) return check.ok(expected);
  const seen = `the server reports ${keys.issuer} and ${project.issuer}, but the base URL gives ${expected}`;
  return check.failure(seen, "restart all replicas with the same --base-url");
}

async function jwksCheck(keys: SigningKeysJson): Promise<Check> {
  const { jwksUrl = "", active, standBy, grace = [] } = keys;
  const check = checkOf("jwks", "JWKS");
  const remedy = "backends verify tokens with it: check --base-url, DNS and the proxy";
  const seen = await lookAt(jwksUrl);
  if ("why" in seen) return check.failure(`${jwksUrl} cannot be reached (${seen.why})`, remedy);
  const served = keysOf(seen);
  if (seen.status !== 200 || served === undefined) {
    return check.failure(`${jwksUrl} answers ${seen.status} and is not a JWKS`, remedy);
  }
  const told = [active, standBy, ...grace].filter((key) => key !== undefined);
  const differing = differences(told, served);
  if (differing.length === 0 && lacksStandBy(keys)) {
    return check.warning(
      `${jwksUrl} has no stand-by key yet`,
      "the server adds one within 10 minutes; until then, do not rotate the signing key",
    );
  }
  if (differing.length === 0) return check.ok(`${jwksUrl} has the ${count(told.length)} of the project`);
  return check.failure(
    `${jwksUrl} ${differing.join(", ")}`,
    "check whether another server or a stale cache answers at this URL",
  );
}

/** A server of 0.1.0 has no stand-by keys and says nothing about them. */
function lacksStandBy({ standBy, standByWaitSeconds = 0 }: SigningKeysJson): boolean {
  return standBy === undefined && standByWaitSeconds > 0;
}

function differences(told: readonly SigningKeyJson[], served: readonly Record<string, unknown>[]): string[] {
  const partsOf = (jwk: unknown) => {
    const { kid, kty, crv, x, y } = Object(jwk);
    return JSON.stringify([kid, kty, crv, x, y]);
  };
  const expected = new Map(told.map(({ kid = "", publicJwk }) => [kid, partsOf(publicJwk)]));
  const found = new Map(served.map((jwk) => [String(jwk.kid), partsOf(jwk)]));
  return [
    ...[...expected.keys()].filter((kid) => !found.has(kid)).map((kid) => `lacks the key ${kid}`),
    ...[...found.keys()].filter((kid) => !expected.has(kid)).map((kid) => `has the unknown key ${kid}`),
    ...[...expected].flatMap(([kid, parts]) =>
      found.has(kid) && found.get(kid) !== parts ? [`has another key under ${kid}`] : [],
    ),
  ];
}

function count(keys: number): string {
  return keys === 1 ? "one key" : `${keys} keys`;
}
