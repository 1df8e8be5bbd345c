import { askForPasskey, canOfferPasskeys } from "./passkeys.ts";
import { startPasskeyLogin } from "./sign-in.ts";

/** The options hold for five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;

/**
 * Has the browser offer passkeys in the field for the user name, until the signal says to stop. Resolves with the passkey that
 * was chosen, or with undefined when there is nothing to offer.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<string | undefined> {
  if (!(await canOfferPasskeys())) return undefined;
  while (!signal.aborted) {
    const { answer } = await startPasskeyLogin();
    if (!answer || signal.aborted) return undefined;
    const renewal = AbortSignal.timeout(RENEWED_AFTER_MS);
    const { credentialJson, failure } = await askForPasskey(answer.optionsJson, {
      isOffer: true,
      signal: AbortSignal.any([signal, renewal]),
    });
    if (credentialJson !== undefined) return credentialJson;
    if (!renewal.aborted || failure === "impossible") return undefined;
  }
  return undefined;
}
