import { AuthError } from "./auth-error.ts";
import type { CeremonyOptions, PasskeyPlatform } from "./passkey-platform.ts";

/** The server's options are good for five minutes. A form whose autofill offers passkeys may stay open for longer. */
const RENEW_MS = 240_000;

/** Fetches the options of a ceremony. */
type Start = () => Promise<{ optionsJson: string }>;

/** Asks the platform, one ceremony at a time: a new one ends the one before, which may wait for the autofill of a form. */
export function ceremoniesOn(platform: PasskeyPlatform) {
  let last: AbortController | undefined;

  const ask = async (
    kind: "create" | "get",
    start: Start,
    { conditional, signal }: CeremonyOptions = {},
    fresh?: string,
  ): Promise<string> => {
    last?.abort();
    const own = new AbortController();
    last = own;
    const abort = () => own.abort();
    signal?.addEventListener("abort", abort);
    if (!platform.isAvailable() || (conditional && !(await platform.isConditionalAvailable?.()))) {
      throw failure({ name: "NotSupportedError", message: "this device does not offer it" });
    }
    const optionsJson = fresh ?? (await start()).optionsJson;
    if (signal?.aborted || own.signal.aborted) throw failure({ name: "AbortError" });
    let renewed: Promise<string> | undefined;
    const renew = () =>
      start().then(
        (next) => {
          if (!own.signal.aborted) renewed = ask(kind, start, { conditional, signal }, next.optionsJson);
        },
        () => {}, // the options may still serve, and the next time it may work
      );
    const timer = conditional && setInterval(renew, RENEW_MS);
    try {
      return await platform[kind](optionsJson, { conditional, signal: own.signal });
    } catch (error) {
      if (renewed) return renewed;
      throw failure(error, kind);
    } finally {
      if (timer) clearInterval(timer);
      signal?.removeEventListener("abort", abort);
      own.abort();
    }
  };
  return ask;
}

/**
 * The platforms say the same in many ways: by the name of an error of WebAuthn, or by a code or a text of a native
 * module. iOS has numbers.
 */
function failure(cause: unknown, kind?: "create" | "get"): AuthError {
  const { error, name, code, message } = (cause ?? {}) as Record<string, unknown>;
  const said = [error, name, code, message].join(" ");
  if (/NotAllowedError|AbortError|user_?cancell?ed|error 1001\b/i.test(said)) {
    return new AuthError("CANCELLED", "the user turned back", { cause });
  }
  if (kind === "create" && /InvalidStateError|AlreadyExists|error 1006\b/i.test(said)) {
    return new AuthError("PASSKEY_ALREADY_EXISTS", "this device has a passkey of the account", { cause });
  }
  const what = [error, name, code].find((each) => each && each !== "Error");
  return new AuthError("PASSKEY_FAILED", String(message), { cause, metadata: { error: String(what ?? "") } });
}
