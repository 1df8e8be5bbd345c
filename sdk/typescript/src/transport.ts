import { AuthError } from "./auth-error.ts";
import { errorInfoOf } from "./error-info.ts";

export const CONFIG_SERVICE = "auth.v1.ConfigService/";
const AUTH_SERVICE = "auth.v1.AuthService/";

/** Calls a method by Connect's protocol with JSON, which is a POST. One of AuthService needs no service's name. */
export type Call = <Answer = object>(
  method: string,
  request?: object,
  accessToken?: string,
) => Promise<Answer>;

export type TransportOptions = {
  baseUrl: string;
  /** Names the project: the publishable key of an app, the secret key of a backend. */
  key: string;
  fetch: typeof fetch;
  timeoutMs: number;
  /** The language of the user, for emails. Undefined: what `fetch` sends on its own. */
  locale?: () => string | undefined;
};

/** Too many requests, unavailable, too late: the same call may succeed later. No reason is an exception. */
const RETRYABLE = [429, 503, 504];

export function createTransport({ baseUrl, key, fetch, timeoutMs, locale }: TransportOptions): Call {
  return async <Answer>(method: string, request: object = {}, accessToken?: string) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    let response: Response | undefined;
    let answer: unknown;
    const language = locale?.();
    try {
      response = await fetch(`${baseUrl}/svc.${method.includes("/") ? "" : AUTH_SERVICE}${method}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-svc-key": key,
          ...(language && { "accept-language": language }),
          ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        },
        body: JSON.stringify(request),
        signal: abort.signal,
      });
      answer = await response.json();
    } catch (cause) {
      throw withoutAnswer(abort.signal.aborted, response, cause);
    } finally {
      clearTimeout(timer);
    }
    if (response.ok && answer) return answer as Answer;
    throw refusal(response, answer);
  };
}

/** An answer that is no JSON comes from somebody in between: a proxy, a hotel's sign-in page. */
function withoutAnswer(isTimeout: boolean, response: Response | undefined, cause: unknown): AuthError {
  const reason = isTimeout ? "TIMEOUT" : response ? "UNKNOWN" : "NETWORK";
  const details = { status: response?.status ?? 0, retryable: true, cause };
  return new AuthError(reason, "no answer", details);
}

function refusal(response: Response, answer: unknown): AuthError {
  const { code = "unknown", message = "", details } = (answer ?? {}) as Refusal;
  const info = errorInfoOf(details);
  const { headers, status } = response;
  const error = new AuthError(info?.reason ?? "UNKNOWN", message, {
    code,
    status,
    retryable: !info || RETRYABLE.includes(status),
    retryAfterMs: Number(headers.get("retry-after")) * 1000 || undefined,
    requestId: headers.get("x-request-id") ?? undefined,
    metadata: info?.metadata ?? {},
  });
  // For `@svc/sdk/mfa`. Not enumerable, because logs and error reports write what is: a challenge is a secret.
  return Object.defineProperty(error, "details", { value: details });
}

type Refusal = { code?: string; message?: string; details?: unknown };
