import type { KeyObject } from "node:crypto";
import { signEs256 } from "../../../crypto/es256.ts";
import { Failure } from "../../failure.ts";
import { oneLine } from "../../table.ts";
import { jsonOf, lookAt, type Seen } from "../doctor/look-at.ts";
import { providerOrigins } from "../provider-origins.ts";

const API = "https://api.appstoreconnect.apple.com";
const TOKEN_SECONDS = 600;

/** What the console API key is made of. It is used in this process and goes nowhere else. */
export type ConnectKey = Readonly<{ key: KeyObject; keyId: string; issuerId: string }>;

export type ConnectAnswer = Readonly<{ status: number; data: unknown }>;

/** Asks App Store Connect. 409 is an answer, every other refusal a Failure that says what to do. */
export type AppStoreConnect = (method: "GET" | "POST", path: string, data?: object) => Promise<ConnectAnswer>;

export function appStoreConnect(key: ConnectKey): AppStoreConnect {
  const origin = providerOrigins().appStoreConnect ?? API;
  return async (method, path, data) => {
    const headers = { authorization: `Bearer ${tokenOf(key)}`, "content-type": "application/json" };
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const seen = await lookAt(`${origin}${path}`, { method, headers, ...body });
    if ("why" in seen) throw unreachable(seen.why);
    if (seen.status >= 400 && seen.status !== 409) throw refusalOf(seen, key);
    return { status: seen.status, data: jsonOf(seen).data };
  };
}

function tokenOf({ key, keyId, issuerId }: ConnectKey): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuerId, iat, exp: iat + TOKEN_SECONDS, aud: "appstoreconnect-v1" };
  return signEs256(key, keyId, claims);
}

function unreachable(why: string): Failure {
  const message = `App Store Connect cannot be reached: ${oneLine(why)}`;
  return new Failure("unavailable", "UNREACHABLE", message, "run it again where the internet can be reached");
}

function refusalOf(seen: Seen, { keyId }: ConnectKey): Failure {
  const detail = detailOf(seen);
  switch (seen.status) {
    case 401:
      return new Failure(
        "unauthenticated",
        "PROVIDER_REFUSED",
        `App Store Connect refuses the key ${keyId} (401)${detail}`,
        "--p8 takes an App Store Connect API key (Users and Access, Integrations, Team Keys), with its own --key-id and --issuer-id; a Sign in with Apple key and an In-App Purchase key are refused",
      );
    case 403:
      return new Failure(
        "permission_denied",
        "PROVIDER_REFUSED",
        `App Store Connect does not let the key ${keyId} do this (403)${detail}`,
        "use a key with the role Admin, and see whether an agreement waits for your signature",
      );
    case 429: {
      const seconds = seen.headers.get("retry-after") ?? "";
      const metadata: Record<string, string> = /^\d+$/.test(seconds) ? { retry_after_seconds: seconds } : {};
      const message = "App Store Connect has had too many requests with this key (429)";
      return new Failure("resource_exhausted", "PROVIDER_BUSY", message, "try again in an hour", {
        metadata,
      });
    }
    default:
      return seen.status >= 500
        ? unreachable(`it answers ${seen.status}${detail}`)
        : new Failure(
            "failed_precondition",
            "PROVIDER_REFUSED",
            `App Store Connect refuses this (${seen.status})${detail}`,
            "do this step by hand at https://developer.apple.com/account/resources/identifiers, and leave --p8 out",
          );
  }
}

function detailOf(seen: Seen): string {
  const { errors } = jsonOf(seen);
  const [first] = Array.isArray(errors) ? errors.map(Object) : [];
  const text = first?.detail ?? first?.title;
  return typeof text === "string" ? `: ${oneLine(text).slice(0, 300)}` : "";
}
