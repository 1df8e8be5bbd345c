import { createPrivateKey } from "node:crypto";

/** Google's file takes two and a half kilobytes. */
const MAX_LENGTH = 16_384;
const MIN_MODULUS_BITS = 2048;

/**
 * What is needed of the JSON file that Google gives out for a service account, or undefined when the text
 * is no such file. Nothing here is ever quoted: it is all one secret.
 */
export function readServiceAccount(
  text: string,
): { clientEmail: string; privateKey: string; privateKeyId: string; projectId: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const { type, client_email: clientEmail, private_key: privateKey, private_key_id: privateKeyId } = file;
    if (type !== "service_account" || !isWord(clientEmail) || !clientEmail.includes("@")) return undefined;
    if (typeof privateKey !== "string" || !isWord(privateKeyId)) return undefined;
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey);
    const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_MODULUS_BITS;
    if (asymmetricKeyType !== "rsa" || !isStrong) return undefined;
    return {
      clientEmail,
      privateKey,
      privateKeyId,
      projectId: isWord(file.project_id) ? file.project_id : "",
    };
  } catch {
    return undefined;
  }
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value);
}
