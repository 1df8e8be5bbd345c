import type { KeyObject } from "node:crypto";
import { signEs256 } from "@svc/server/credentials";
import { jsonOf, lookAt, type Seen } from "../doctor/look-at.ts";
import { Failure } from "../failure.ts";
import { providerOrigins } from "../remote/provider-origins.ts";

const API = "https://api.appstoreconnect.apple.com";
const TOKEN_SECONDS = 600;
/** Prices for every country take Apple a while. */
export const WAIT_MS = 60_000;

/** What the console API key is made of. It is used in this process and goes nowhere else. */
export type ConnectKey = Readonly<{ key: KeyObject; keyId: string; issuerId: string }>;

export type ConnectAnswer = Readonly<{
  status: number;
  data: unknown;
  /** What a conflict is about; empty otherwise. */
  detail: string;
  /** Path of the next page; undefined on the last one. */
  next: string | undefined;
}>;

export type ConnectFlags = Readonly<{
  p8: string;
  keyId: string;
  issuerId: string;
  role: string;
  at: string;
}>;

/**
 * Asks App Store Connect. That something is not there (404) or is in the way (409) is an answer, every other
 * refusal a Failure that says what to do.
 */
export type AppStoreConnect = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  data?: object,
  included?: readonly object[],
) => Promise<ConnectAnswer>;

export function connectOrigin(): string {
  return providerOrigins().appStoreConnect ?? API;
}

/** `flags`: how the command calls the key's parts. */
export function appStoreConnect(
  key: ConnectKey,
  flags: ConnectFlags,
  waitMs: number = WAIT_MS,
): AppStoreConnect {
  const origin = connectOrigin();
  return async (method, path, data, included) => {
    const headers = { authorization: `Bearer ${tokenOf(key)}`, "content-type": "application/json" };
    const body = data === undefined ? {} : { body: JSON.stringify({ data, included }) };
    const seen = await lookAt(`${origin}${path}`, { method, headers, ...body }, waitMs);
    if ("why" in seen) throw unreachable(seen.why);
    if (seen.status >= 400 && seen.status !== 409 && seen.status !== 404) throw refusalOf(seen, key, flags);
    const { data: found, links, errors } = jsonOf(seen);
    // Whoever stands in between and answers must not be taken for an empty list, nor for something missing.
    const isApple = seen.status < 400 ? seen.status === 204 || found !== undefined : Array.isArray(errors);
    if (!isApple) throw unreachable(`something else answers (${seen.status})`);
    return {
      status: seen.status,
      data: found,
      detail: seen.status === 409 ? detailOf(seen) : "",
      next: pathOf(Object(links).next),
    };
  };
}

/** Apple links its pages with whole addresses; the token goes to its own host only. */
function pathOf(link: unknown): string | undefined {
  const url = typeof link === "string" ? URL.parse(link) : null;
  return url ? `${url.pathname}${url.search}` : undefined;
}

function tokenOf({ key, keyId, issuerId }: ConnectKey): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuerId, iat, exp: iat + TOKEN_SECONDS, aud: "appstoreconnect-v1" };
  return signEs256(key, keyId, claims);
}

/** Marks a failure of somebody who does answer, and may do better soon. */
const answered = { answered: "true" };

export function hasAnswered({ metadata }: Failure): boolean {
  return metadata.answered === "true";
}

function unreachable(why: string, metadata: Readonly<Record<string, string>> = {}): Failure {
  const message = `App Store Connect cannot be reached: ${why}`;
  const hint = "run it again on a machine with internet access";
  return new Failure("unavailable", "UNREACHABLE", message, hint, { metadata });
}

function refusalOf(seen: Seen, { keyId }: ConnectKey, flags: ConnectFlags): Failure {
  const detail = detailOf(seen);
  switch (seen.status) {
    case 401:
      return new Failure(
        "unauthenticated",
        "PROVIDER_REFUSED",
        `App Store Connect refuses the key ${keyId} (401)${detail}`,
        `${flags.p8} takes an App Store Connect API key (Users and Access, Integrations, Team Keys), with its own ${flags.keyId} and ${flags.issuerId}; a Sign in with Apple key and an In-App Purchase key are refused`,
      );
    case 403:
      return new Failure(
        "permission_denied",
        "PROVIDER_REFUSED",
        `App Store Connect does not let the key ${keyId} do this (403)${detail}`,
        `use a key with the role ${flags.role}, and check whether an agreement is waiting for your signature`,
      );
    case 429: {
      const seconds = seen.headers.get("retry-after") ?? "";
      const metadata = { ...answered, ...(/^\d+$/.test(seconds) && { retry_after_seconds: seconds }) };
      const message = "App Store Connect has had too many requests with this key (429)";
      return new Failure("resource_exhausted", "PROVIDER_BUSY", message, "try again in an hour", {
        metadata,
      });
    }
    default:
      return seen.status >= 500
        ? unreachable(`it answers ${seen.status}${detail}`, answered)
        : new Failure(
            "failed_precondition",
            "PROVIDER_REFUSED",
            `App Store Connect refuses this (${seen.status})${detail}`,
            `do this step by hand at ${flags.at}, and leave ${flags.p8} out`,
          );
  }
}

function detailOf(seen: Seen): string {
  const { errors } = jsonOf(seen);
  const [first] = Array.isArray(errors) ? errors.map(Object) : [];
  const text = first?.detail ?? first?.title;
  return typeof text === "string" ? `: ${text.slice(0, 300)}` : "";
}
