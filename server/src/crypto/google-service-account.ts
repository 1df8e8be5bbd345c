import { createPrivateKey } from "node:crypto";

/** Google's files have about 2.5 KB. */
const MAX_LENGTH = 16_384;
const MIN_MODULUS_BITS = 2048;

/**
 * Reads the JSON key file of a Google service account, or returns undefined when the text is not one. Errors
 * must never quote the text, because it holds a private key.
 */
export function readServiceAccount(
  text: string,
): { clientEmail: string; privateKey: string; privateKeyId: string; projectId: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const { type, client_email: clientEmail, private_key: privateKey, private_key_id: privateKeyId } = file;
    if (type !== "service_account" || !isPrintableToken(clientEmail) || !clientEmail.includes("@"))
      return undefined;
    if (typeof privateKey !== "string" || !isPrintableToken(privateKeyId)) return undefined;
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey);
    const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_MODULUS_BITS;
    if (asymmetricKeyType !== "rsa" || !isStrong) return undefined;
    return {
      clientEmail,
      privateKey,
      privateKeyId,
      projectId: isPrintableToken(file.project_id) ? file.project_id : "",
    };
  } catch {
    return undefined;
  }
}

function isPrintableToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value);
}
