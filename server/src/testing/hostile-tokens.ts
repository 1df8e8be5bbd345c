import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
} from "node:crypto";
import type { OAuthProvider } from "../domain/oauth/identity-provider.ts";
import { GOOGLE, NONCE, type OAuthBench } from "./oauth.ts";
import { type Claims, encodePart, hashedNonce, newRsaKey, signHs256, signRs256 } from "./token-issuer.ts";

/** Google's own library has a verdict on signature, issuer, audience and expiry; on nothing else. */
export type Hostile = Readonly<{
  provider?: OAuthProvider;
  /** Google's library must refuse it, too. */
  googleRefuses?: true;
  /** As the app sends it; the right one unless it says otherwise. */
  nonce?: string;
  token: (bench: OAuthBench, claims: Claims) => string;
}>;

const foreignKey = newRsaKey();
const weakKey = newRsaKey(1024);
const ecKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** Signed by the provider, but for what is said otherwise. */
function signed(b: OAuthBench, header: Claims, claims: Claims, key?: KeyObject | SignKeyObjectInput): string {
  const input = `${encodePart({ alg: "RS256", kid: b.google.kid, ...header })}.${encodePart(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key ?? b.google.privateKey).toString("base64url")}`;
}

/** The honest claims with these instead. */
const claiming =
  (change: (claims: Claims) => Claims): Hostile["token"] =>
  (b, claims) =>
    b.google.token({ ...claims, ...change(claims) });

const without =
  (...names: string[]): Hostile["token"] =>
  (b, claims) =>
    b.google.token(Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))));

const withHeader =
  (header: Claims): Hostile["token"] =>
  (b, claims) =>
    b.google.token(claims, header);

const iatOf = (claims: Claims): number => Number(claims.iat);

/** A signature's last character has bits to spare: another one that decodes to the same bytes. */
function withStrayBits(token: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(token.at(-1) ?? "");
  return `${token.slice(0, -1)}${alphabet[last ^ 1]}`;
}

/** Each is wrong in one way. */
export const hostileTokens: Record<string, Hostile> = {
  "no signature, alg none": {
    googleRefuses: true,
    token: (_b, claims) => `${encodePart({ alg: "none", typ: "JWT" })}.${encodePart(claims)}.`,
  },
  "no signature, alg None, the right kid": {
    googleRefuses: true,
    token: (b, claims) => `${encodePart({ alg: "None", kid: b.google.kid })}.${encodePart(claims)}.`,
  },
  "no signature, alg RS256": {
    googleRefuses: true,
    token: (b, claims) => `${encodePart({ alg: "RS256", kid: b.google.kid })}.${encodePart(claims)}.`,
  },
  "HS256 with the public key as its secret": {
    googleRefuses: true,
    token: (b, claims) => {
      const pem = createPublicKey(b.google.privateKey).export({ format: "pem", type: "spki" }).toString();
      return signHs256({ alg: "HS256", kid: b.google.kid }, claims, pem);
    },
  },
  "HS256 with the modulus as its secret": {
    googleRefuses: true,
    token: (b, claims) => signHs256({ alg: "HS256", kid: b.google.kid }, claims, String(b.google.jwk().n)),
  },
  "ES256 with another key": {
    googleRefuses: true,
    token: (b, claims) => signed(b, { alg: "ES256" }, claims, { key: ecKey, dsaEncoding: "ieee-p1363" }),
  },
  "PS256 with the right key": {
    googleRefuses: true,
    token: (b, claims) =>
      signed(b, { alg: "PS256" }, claims, {
        key: b.google.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: 32,
      }),
  },
  "RS512 with the right key": {
    googleRefuses: true,
    token: (b, claims) => {
      const input = `${encodePart({ alg: "RS512", kid: b.google.kid })}.${encodePart(claims)}`;
      return `${input}.${sign("sha512", Buffer.from(input), b.google.privateKey).toString("base64url")}`;
    },
  },
  "an alg that lies about a genuine RS256 signature": { token: withHeader({ alg: "HS256" }) },
  "no alg": { token: withHeader({ alg: undefined }) },
  "alg in lower case": { token: withHeader({ alg: "rs256" }) },
  "an unknown kid": { googleRefuses: true, token: withHeader({ kid: "key-9" }) },
  "no kid": { googleRefuses: true, token: withHeader({ kid: undefined }) },
  "an empty kid": { googleRefuses: true, token: withHeader({ kid: "" }) },
  "a kid that is a number": { googleRefuses: true, token: withHeader({ kid: 1 }) },
  "a kid that is a path": { googleRefuses: true, token: withHeader({ kid: "../../etc/passwd" }) },
  "a kid that is __proto__": { googleRefuses: true, token: withHeader({ kid: "__proto__" }) },
  "signed by another key": {
    googleRefuses: true,
    token: (b, claims) => signed(b, {}, claims, foreignKey),
  },
  "signed by a short key that it brings along": {
    googleRefuses: true,
    token: (b, claims) =>
      signed(b, { jwk: createPublicKey(weakKey).export({ format: "jwk" }) }, claims, weakKey),
  },
  "another key in a jwk header": {
    googleRefuses: true,
    token: (b, claims) =>
      signed(b, { jwk: createPublicKey(foreignKey).export({ format: "jwk" }) }, claims, foreignKey),
  },
  "a jku header": {
    googleRefuses: true,
    token: (b, claims) => signed(b, { jku: `${b.apple.url}/auth/keys` }, claims, foreignKey),
  },
  "a jku header beside a genuine signature": { token: withHeader({ jku: "https://evil.example/keys" }) },
  "an x5u header": {
    googleRefuses: true,
    token: (b, claims) => signed(b, { x5u: "https://evil.example/x" }, claims, foreignKey),
  },
  "an x5c header": {
    googleRefuses: true,
    token: (b, claims) => signed(b, { x5c: ["MIIB"] }, claims, foreignKey),
  },
  "a crit header": { token: withHeader({ crit: ["exp"], exp: 1 }) },
  "an unencoded payload (b64)": { token: withHeader({ b64: false }) },
  "another type of token": { token: withHeader({ typ: "logout+jwt" }) },
  "the signature of another token": {
    googleRefuses: true,
    token: (b, claims) => {
      const [header, payload] = b.google.token(claims).split(".");
      return `${header}.${payload}.${b.google.token({ ...claims, sub: "somebody-else" }).split(".")[2]}`;
    },
  },
  "claims that were changed after signing": {
    googleRefuses: true,
    token: (b, claims) => {
      const [header, , signature] = b.google.token(claims).split(".");
      return `${header}.${encodePart({ ...claims, sub: "somebody-else" })}.${signature}`;
    },
  },
  "stray bits at the end of the signature": { token: (b, claims) => withStrayBits(b.google.token(claims)) },
  padding: { token: (b, claims) => `${b.google.token(claims)}==` },
  "a space in front": { token: (b, claims) => ` ${b.google.token(claims)}` },
  "a line break at the end": { token: (b, claims) => `${b.google.token(claims)}\n` },
  "base64 with + and /": {
    token: (b, claims) => b.google.token(claims).replaceAll("-", "+").replaceAll("_", "/"),
  },
  "a fourth segment": { googleRefuses: true, token: (b, claims) => `${b.google.token(claims)}.AAAA` },
  "two segments": {
    googleRefuses: true,
    token: (b, claims) => b.google.token(claims).split(".").slice(0, 2).join("."),
  },
  "a payload that is a list": {
    token: (b, claims) =>
      signRs256({ alg: "RS256", kid: b.google.kid }, [claims] as unknown as Claims, b.google.privateKey),
    googleRefuses: true,
  },
  "a payload that is not JSON": {
    googleRefuses: true,
    token: (b) => {
      const input = `${encodePart({ alg: "RS256", kid: b.google.kid })}.${Buffer.from("sub=1").toString("base64url")}`;
      return `${input}.${sign("sha256", Buffer.from(input), b.google.privateKey).toString("base64url")}`;
    },
  },
  "far too long": { token: claiming(() => ({ filler: "x".repeat(9000) })) },
  "no token at all": { googleRefuses: true, token: () => "not-a-token" },
  "another issuer": { googleRefuses: true, token: claiming(() => ({ iss: "https://evil.example" })) },
  "the issuer of the other provider": {
    googleRefuses: true,
    token: claiming(() => ({ iss: "https://appleid.apple.com" })),
  },
  "an issuer with a slash more": {
    googleRefuses: true,
    token: claiming(() => ({ iss: "https://accounts.google.com/" })),
  },
  "no issuer": { googleRefuses: true, token: without("iss") },
  "an issuer in a list": {
    googleRefuses: true,
    token: claiming(() => ({ iss: ["https://accounts.google.com"] })),
  },
  "another project's audience": {
    googleRefuses: true,
    token: claiming(() => ({ aud: "9999-web.apps.googleusercontent.com" })),
  },
  "the Android client as its audience": {
    googleRefuses: true,
    token: claiming(() => ({ aud: GOOGLE.androidClientId })),
  },
  "our audience in a list": { googleRefuses: true, token: claiming(({ aud }) => ({ aud: [aud] })) },
  "our audience beside another": {
    googleRefuses: true,
    token: claiming(({ aud }) => ({ aud: [aud, "9999-web.apps.googleusercontent.com"] })),
  },
  "no audience": { googleRefuses: true, token: without("aud") },
  "an empty audience": { googleRefuses: true, token: claiming(() => ({ aud: "" })) },
  "a foreign azp": { token: claiming(() => ({ azp: "9999-android.apps.googleusercontent.com" })) },
  "an azp that is a list": { token: claiming(() => ({ azp: [GOOGLE.androidClientId] })) },
  "an empty azp": { token: claiming(() => ({ azp: "" })) },
  "no nonce in it": { token: without("nonce") },
  "another nonce in it": { token: claiming(() => ({ nonce: hashedNonce("another") })) },
  "the raw nonce in it": { token: claiming(() => ({ nonce: NONCE })) },
  "the hash of the nonce in capitals": {
    token: claiming(() => ({ nonce: hashedNonce(NONCE).toUpperCase() })),
  },
  "a nonce that is a list": { token: claiming(({ nonce }) => ({ nonce: [nonce] })) },
  "no nonce sent": { nonce: "", token: (b, claims) => b.google.token(claims) },
  "no nonce sent, and none in it": { nonce: "", token: without("nonce") },
  "the claim itself sent as the nonce": {
    nonce: hashedNonce(NONCE),
    token: (b, claims) => b.google.token(claims),
  },
  "issued eleven minutes ago": { token: claiming((claims) => ({ iat: iatOf(claims) - 660 })) },
  expired: {
    googleRefuses: true,
    token: claiming((claims) => ({ iat: iatOf(claims) - 600, exp: iatOf(claims) - 400 })),
  },
  "from the future": {
    googleRefuses: true,
    token: claiming((claims) => ({ iat: iatOf(claims) + 400, exp: iatOf(claims) + 3600 })),
  },
  "not valid before tomorrow": { token: claiming((claims) => ({ nbf: iatOf(claims) + 86_400 })) },
  "no expiry": { googleRefuses: true, token: without("exp") },
  "no time of issue": { googleRefuses: true, token: without("iat") },
  "an expiry that is text": { token: claiming(({ exp }) => ({ exp: String(exp) })) },
  "a time of issue that is text": { token: claiming(({ iat }) => ({ iat: String(iat) })) },
  "an expiry that is no number": { googleRefuses: true, token: claiming(() => ({ exp: "never" })) },
  "no sub": { token: without("sub") },
  "an empty sub": { token: claiming(() => ({ sub: "" })) },
  "a sub that is a number": { token: claiming(() => ({ sub: 12345 })) },
  "a sub of 256 characters": { token: claiming(() => ({ sub: "1".repeat(256) })) },
  "a sub with a line break": { token: claiming(() => ({ sub: "1\n2" })) },
  "a sub with a NUL": { token: claiming(() => ({ sub: "1\0" })) },
  "a flag of Google's as text": {
    token: claiming(() => ({ email: "ada@gmail.com", email_verified: "true" })),
  },
  "a flag that is a number": { token: claiming(() => ({ email: "ada@gmail.com", email_verified: 1 })) },
  "Apple: a token that Google signed": {
    provider: "apple",
    googleRefuses: true,
    token: (b, claims) => b.google.token(claims),
  },
  "Apple: another team's app": {
    provider: "apple",
    googleRefuses: true,
    token: (b, claims) => b.apple.token({ ...claims, aud: "com.example.other" }),
  },
  "Apple: Google's issuer": {
    provider: "apple",
    googleRefuses: true,
    token: (b, claims) => b.apple.token({ ...claims, iss: "https://accounts.google.com" }),
  },
  "Apple: no nonce, because the platform could not echo it": {
    provider: "apple",
    token: (b, { nonce: _, ...claims }) => b.apple.token({ ...claims, nonce_supported: false }),
  },
  "Apple: eleven minutes old, of the 24 hours it lives": {
    provider: "apple",
    token: (b, claims) => b.apple.token({ ...claims, iat: iatOf(claims) - 660 }),
  },
  "Apple: a flag that is neither": {
    provider: "apple",
    token: (b, claims) => b.apple.token({ ...claims, email: "a@icloud.com", email_verified: "yes" }),
  },
};
