import { createPrivateKey } from "node:crypto";
import { signJwt } from "./jwt.ts";
import type { Message, Outcome, Send } from "./message.ts";

/** The fields that count of the JSON file that Google Cloud gives for a service account. */
export type ServiceAccount = Readonly<{
  project_id: string;
  client_email: string;
  private_key_id: string;
  private_key: string;
  token_uri: string;
}>;

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";

export function createFcm(account: ServiceAccount, url: string): Send {
  const accessToken = keepAccessToken(account);
  return async ({ token }, message) => {
    const startedAt = new Date();
    const authorization = await accessToken.get();
    if (authorization === undefined) return { kind: "later", code: "no answer to the sign-in at Google" };
    const response = await fetch(`${url}/v1/projects/${account.project_id}/messages:send`, {
      method: "POST",
      headers: { authorization: `Bearer ${authorization}`, "content-type": "application/json" },
      body: JSON.stringify({ message: { token, ...payloadOf(message) } }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    if (response === undefined) return { kind: "later", code: "no answer" };
    if (response.status === 401) accessToken.forget(authorization);
    return outcomeOf(response, startedAt);
  };
}

function payloadOf({ id, title, body, data }: Message) {
  return {
    notification: { title, body },
    ...(data && { data }),
    android: { priority: "HIGH", notification: { tag: id } },
  };
}

async function outcomeOf(response: Response, startedAt: Date): Promise<Outcome> {
  const answer = (await response.json().catch(() => ({}))) as FcmAnswer;
  if (response.ok) return { kind: "sent" };
  const fcmError = answer.error?.details?.find((detail) => detail.errorCode !== undefined);
  const code = `${response.status} ${fcmError?.errorCode ?? answer.error?.status ?? ""}`.trim();
  if (fcmError?.errorCode === "UNREGISTERED") {
    return { kind: "dead", code, reason: "unregistered", since: startedAt };
  }
  if (response.status === 401) return { kind: "later", code, afterMs: 0 };
  if (response.status === 429 || response.status >= 500) {
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (Number.isFinite(seconds)) return { kind: "later", code, afterMs: seconds * 1000 };
    return response.status === 429 ? { kind: "later", code, afterMs: 60_000 } : { kind: "later", code };
  }
  return { kind: "failed", code };
}

type FcmAnswer = { error?: { status?: string; details?: { errorCode?: string }[] } };

/** Signs in as the service account, and again shortly before the access token expires. */
function keepAccessToken(account: ServiceAccount) {
  const key = createPrivateKey(account.private_key);
  let current: { token: string; renewAt: number } | undefined;
  let signingIn: Promise<string | undefined> | undefined;

  async function signIn(): Promise<string | undefined> {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: account.client_email, scope: SCOPE, aud: account.token_uri };
    const times = { iat: now, exp: now + 3600 };
    const response = await fetch(account.token_uri, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: signJwt("RS256", account.private_key_id, { ...claims, ...times }, key),
      }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    if (response === undefined || response.status === 429 || response.status >= 500) return undefined;
    if (!response.ok) throw new Error(`Google refuses the service account: ${response.status}`);
    const answer = (await response.json()) as { access_token: string; expires_in: number };
    current = { token: answer.access_token, renewAt: Date.now() + (answer.expires_in - 60) * 1000 };
    return current.token;
  }

  return {
    /** Undefined while Google does not answer. All callers share one sign-in. */
    async get(): Promise<string | undefined> {
      if (current && Date.now() < current.renewAt) return current.token;
      signingIn ??= signIn().finally(() => {
        signingIn = undefined;
      });
      return signingIn;
    },
    /** Only the token that was refused: others may have signed in again meanwhile. */
    forget(token: string): void {
      if (current?.token === token) current = undefined;
    },
  };
}
