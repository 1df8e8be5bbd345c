import type { GoogleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { type Check, checkOf } from "./check.ts";
import { jsonOf, keysOf, lookAt } from "./look-at.ts";

const CLIENT_ID = /^\d+-[a-z\d]+\.apps\.googleusercontent\.com$/;

export async function googleChecks(google: GoogleSettingsJson, endpoint: string): Promise<Check[]> {
  if (google.enabled !== true) return [checkOf("google", "Google sign-in").ok("not enabled")];
  return [clientIdsCheck(google), secretCheck(google), await keysCheck(endpoint)];
}

function clientIdsCheck({ webClientId, iosClientId, androidClientId }: GoogleSettingsJson): Check {
  const check = checkOf("google", "Google sign-in");
  const ids = { web_client_id: webClientId, ios_client_id: iosClientId, android_client_id: androidClientId };
  const given = Object.entries(ids).filter(([, id]) => id);
  const wrong = given.filter(([, id = ""]) => !CLIENT_ID.test(id));
  if (wrong.length > 0) {
    const seen = wrong.map(([name, id]) => `google.${name} is ${id}`).join(", ");
    return check.failure(
      `${seen}: no client id of Google`,
      "they look like 1234-abcd.apps.googleusercontent.com",
    );
  }
  if (!webClientId && !iosClientId) {
    const seen = "enabled without a web or iOS client id: no token of Google can be accepted";
    return check.failure(seen, "set google.web_client_id with svc project apply");
  }
  if (androidClientId && !webClientId) {
    const seen = "an Android client id without a web client id, for which Android's tokens are issued";
    return check.failure(seen, "set google.web_client_id with svc project apply");
  }
  return check.ok(given.map(([name]) => name).join(", "));
}

function secretCheck({ webClientId, hasWebClientSecret }: GoogleSettingsJson): Check {
  const check = checkOf("google_secret", "Google web secret");
  if (!webClientId) return check.ok("not needed without a web client id");
  if (hasWebClientSecret) return check.ok("stored");
  const seen = "none is stored: sign-in in a browser cannot work, sign-in in the app can";
  return check.warning(seen, "set google.web_client_secret with svc project apply");
}

/** The discovery document, and the keys that it names. */
async function keysCheck(endpoint: string): Promise<Check> {
  const check = checkOf("google_keys", "Google's keys");
  const address = `${endpoint}/.well-known/openid-configuration`;
  const discovery = await lookAt(address);
  if ("why" in discovery)
    return check.notChecked(`could not reach ${address} (${discovery.why})`, fromServer);
  const { issuer, jwks_uri } = jsonOf(discovery);
  if (discovery.status !== 200 || typeof jwks_uri !== "string" || !/^https?:/.test(jwks_uri)) {
    return check.warning(`${address} answers ${discovery.status} and is no discovery document`, interceptor);
  }
  if (issuer !== "https://accounts.google.com") {
    return check.failure(`${address} names the issuer ${issuer}, which is not Google's`, interceptor);
  }
  const jwks = await lookAt(jwks_uri);
  if ("why" in jwks) return check.notChecked(`could not reach ${jwks_uri} (${jwks.why})`, fromServer);
  const keys = keysOf(jwks) ?? [];
  if (jwks.status !== 200 || keys.length === 0) {
    return check.warning(`${jwks_uri} answers ${jwks.status} without keys`, interceptor);
  }
  return check.ok(`${keys.length} at ${jwks_uri}`);
}

export const fromServer = "run svc doctor where the internet can be reached, best on the server's machine";
export const interceptor = "is a proxy of this network answering instead?";
