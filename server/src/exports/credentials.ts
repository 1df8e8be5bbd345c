/** The keys that Apple and Google give out as files, and how certificates are read. */
export { bodyOf, childrenOf, type Der, derTags, numberOf, oidOf, readDer } from "../crypto/der.ts";
export { isP256PrivateKey, signEs256 } from "../crypto/es256.ts";
export { readServiceAccount } from "../crypto/google-service-account.ts";
