import { AppError } from "@svc/server/errors";
import { askStore, createAccountTokens, type StoreAnswer, type StoreRequest } from "@svc/server/providers";
import { Failure } from "../../failure.ts";
import type { Output } from "../../output.ts";
import { withRetries } from "../../remote/retry.ts";

const SCOPE = "https://www.googleapis.com/auth/androidpublisher https://www.googleapis.com/auth/pubsub";
const WAIT_MS = 30_000;

type Account = Readonly<{ clientEmail: string; privateKey: string; privateKeyId: string }>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type GoogleAsk = (
  method: Method,
  path: string,
  more?: { query?: Readonly<Record<string, string>>; body?: object },
) => Promise<StoreAnswer>;

/**
 * Google Play and Pub/Sub, asked with the key of a service account. That something is not there (404) or
 * is there already (409) is an answer, every other refusal a Failure that says what to do.
 */
export type GoogleClient = Readonly<{
  clientEmail: string;
  /** Below `applications/`. */
  play: GoogleAsk;
  /** Below `projects/`. */
  pubsub: GoogleAsk;
}>;

/** `origin`: a stand-in that is asked for everything, in tests and in development. */
export function googleClient(
  account: Account,
  { output, origin }: { output: Pick<Output, "say">; origin: string | undefined },
): GoogleClient {
  const asked = { store: "play_store", name: "Google", waitMs: WAIT_MS } as const;
  const clocks = { clock: Date.now, monotonicMs: () => performance.now() };
  const tokens = createAccountTokens({ origin, ...clocks }, asked, SCOPE);

  async function once(request: StoreRequest): Promise<StoreAnswer> {
    try {
      const bearer = await tokens.tokenOf(account);
      const answer = await askStore(asked, { ...request, bearer });
      if (answer.status < 400 || answer.status === 404 || answer.status === 409) return answer;
      throw refusalOf(answer, account);
    } catch (error) {
      throw error instanceof AppError ? fromStore(error, account) : error;
    }
  }

  const below =
    (base: string): GoogleAsk =>
    (method, path, { query, body } = {}) => {
      const url = `${base}/${path}${query ? `?${new URLSearchParams(query)}` : ""}`;
      const request = { url, method, ...(body && { json: body }) };
      return withRetries(output, () => once(request));
    };

  return {
    clientEmail: account.clientEmail,
    play: below(`${origin ?? "https://androidpublisher.googleapis.com"}/androidpublisher/v3/applications`),
    pubsub: below(`${origin ?? "https://pubsub.googleapis.com"}/v1/projects`),
  };
}

/** A 404 or 409 to something that must work: nothing was ever made, or somebody else is at work there. */
export function requireDone({ status }: StoreAnswer, what: string): void {
  if (status < 400) return;
  const why = status === 409 ? "somebody else changes the same" : "it is not there";
  const hint = "run it again: finished parts are detected and kept";
  throw new Failure("failed_precondition", "PROVIDER_REFUSED", `Google: ${what}: ${why} (${status})`, hint);
}

/** To make what is there already is fine: somebody was faster, or an answer got lost. */
export async function made(asked: Promise<StoreAnswer>): Promise<StoreAnswer> {
  const answer = await asked;
  return answer.status === 409 ? { ...answer, status: 200 } : answer;
}

function fromStore({ detail, message, metadata }: AppError, { clientEmail }: Account): Failure {
  const why = detail ?? message;
  if (metadata.refused === "true") {
    const hint = "download a new JSON key of the account in Google Cloud, and check this machine's clock";
    return new Failure("unauthenticated", "PROVIDER_REFUSED", `${why} (${clientEmail})`, hint);
  }
  const seconds = Number(metadata.retry_after_ms ?? 0) / 1000;
  const more = seconds > 0 ? { metadata: { retry_after_seconds: String(seconds) } } : {};
  const hint = "run it again: finished parts are detected and kept";
  return new Failure("unavailable", "UNREACHABLE", why, hint, more);
}

function refusalOf({ status, json }: StoreAnswer, { clientEmail }: Account): Failure {
  const { message, status: word } = Object(json.error) as Record<string, unknown>;
  const detail = typeof message === "string" ? `: ${message.slice(0, 300)}` : "";
  if (status === 401 || status === 403) {
    return new Failure(
      status === 401 ? "unauthenticated" : "permission_denied",
      "PROVIDER_REFUSED",
      `Google does not let ${clientEmail} do this (${status})${detail}`,
      "invite the account in the Play Console (Users and permissions: View financial data, Manage orders and subscriptions, Manage store presence) and give it Pub/Sub Admin and Service Account User in Google Cloud; new rights may still be propagating for 36 hours",
    );
  }
  return new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `Google refuses this (${status}${typeof word === "string" ? ` ${word}` : ""})${detail}`,
    "fix it in the Play Console or in the catalog, and run this again",
  );
}
