/** The keys that Apple and Google give out as files. */
export { isP256PrivateKey, signEs256 } from "../crypto/es256.ts";
export { readServiceAccount } from "../crypto/google-service-account.ts";
