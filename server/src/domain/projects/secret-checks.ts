import { isP256PrivateKey } from "../../crypto/es256.ts";

/** Returns the problem of a secret, or undefined if it is valid. */
export type SecretCheck = (secret: string) => string | undefined;

export const printable: SecretCheck = (secret) =>
  /^[\x21-\x7e]{1,512}$/.test(secret) ? undefined : "must be 1 to 512 printable characters";

export const applePrivateKey: SecretCheck = (secret) =>
  secret.length <= 4096 && isP256PrivateKey(secret)
    ? undefined
    : "is not the text of Apple's .p8 file: a PKCS#8 private key on the curve P-256";
