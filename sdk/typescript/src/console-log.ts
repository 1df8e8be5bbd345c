import type { AuthError } from "./auth-error.ts";
import type { Call } from "./transport.ts";

declare const process: { env: { NODE_ENV?: string } };

// biome-ignore lint/suspicious/noConsole: the console is where a developer looks
export const print = (...facts: readonly unknown[]): void => console.warn("svc:", ...facts);

/** What `onError` does unless the app says otherwise. */
export function warnInDevelopment(error: unknown): void {
  try {
    // Bundlers write the value in; a page without a bundler has no `process`.
    if (process.env.NODE_ENV !== "production") print(error);
  } catch {}
}

/** Prints each method and what came of it: no request and no answer, which hold tokens. */
export const traced =
  (call: Call): Call =>
  (method, request, accessToken) =>
    call<never>(method, request, accessToken).then(
      (answer) => {
        print(method);
        return answer;
      },
      (error: AuthError) => {
        print(method, error.reason);
        throw error;
      },
    );
