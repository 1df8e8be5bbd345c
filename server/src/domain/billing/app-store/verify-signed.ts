import { type KeyObject, X509Certificate } from "node:crypto";
import { compactVerify } from "jose/jws/compact/verify";
import type { App } from "../../../app.ts";
import { decodeBase64url } from "../../../crypto/base64url.ts";
import { AppError } from "../../../errors.ts";
import type { Millis } from "../../../storage/db.ts";
import type { Environment } from "../environment.ts";
import { certificateExtensions } from "./certificate-extensions.ts";
import type { AppStoreClient } from "./client.ts";

/** What Apple signed. */
export type SignedClaims = Readonly<Record<string, unknown>>;

/** What verifying takes: the time, and what signed data must descend from. */
export type VerifierApp = Readonly<{
  clock: App["clock"];
  stores: { appStore: Pick<AppStoreClient, "roots"> };
}>;

type Chain = readonly [leaf: X509Certificate, intermediate: X509Certificate, root: X509Certificate];
type Signer = Readonly<{ chain: Chain; key: KeyObject }>;

/** A notification takes about 20 kilobytes: three chains of certificates, two of them encoded twice. */
const MAX_LENGTH = 128 * 1024;
/** Between Apple's clock and the dates of its certificates. */
const SLACK_MS = 60_000;
/** Whatever comes later is older than what is signed so far ahead, and would never be believed again. */
const MAX_AHEAD_MS = 86_400_000;

/** Says that a certificate signs for the App Store, and that one signs such certificates. */
const LEAF_MARKER = "1.2.840.113635.100.6.11.1";
const INTERMEDIATE_MARKER = "1.2.840.113635.100.6.2.1";

const KEY_USAGE = "2.5.29.15";
/** DER of the BIT STRING whose first bit is set: digitalSignature. */
const DIGITAL_SIGNATURE = 0x80;

/** A header that names a key or an extension of its own is never Apple's. */
const FOREIGN_MEMBERS = ["crit", "b64", "jwk", "jku", "x5u"];

/**
 * What Apple's App Store signed (a JWS with its certificates), or PURCHASE_INVALID. As Apple's own library does
 * without asking anybody: the certificates must be valid when the data was signed, and end in a known root.
 */
export async function verifySigned(app: VerifierApp, signed: string): Promise<SignedClaims> {
  const { chain, key } = findSigner(app.stores.appStore.roots, readHeader(signed));
  // ES256 with a key on another curve than P-256 is refused by jose as well.
  const { payload } = await compactVerify(signed, key, { algorithms: ["ES256"] }).catch((error: unknown) => {
    throw untrusted((error as Error).message);
  });
  const claims = readJson(payload, "payload");
  requireValidAt(chain, signingTime(claims, app.clock()));
  return claims;
}

/** Told by what Apple signed, never by who brings it. What Xcode signs on somebody's own machine is nothing. */
export function readEnvironment(environment: unknown): Environment {
  if (environment === "Production") return "production";
  if (environment === "Sandbox") return "sandbox";
  throw untrusted(`of the environment ${JSON.stringify(environment)}`);
}

/** The text is for the log; it may quote what anybody sent. */
export function untrusted(why: string): AppError {
  const detail = `signed data of the App Store: ${why.slice(0, 200)}`;
  return new AppError("PURCHASE_INVALID", detail, { store: "app_store" });
}

export function readJson(bytes: Uint8Array, what: string): SignedClaims {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as SignedClaims;
  } catch {
    // Said below.
  }
  throw untrusted(`the ${what} is not a JSON object`);
}

/** The certificates of the header, unread. */
function readHeader(signed: string): readonly unknown[] {
  const segments = signed.length > MAX_LENGTH ? [] : signed.split(".", 4);
  const [header] = segments.map((segment) => decodeBase64url(segment));
  if (segments.length !== 3 || !header || segments.some((segment) => !decodeBase64url(segment))) {
    throw untrusted("not three segments of base64url");
  }
  const members = readJson(header, "header");
  const { x5c } = members;
  const foreign = FOREIGN_MEMBERS.find((name) => Object.hasOwn(members, name));
  if (foreign !== undefined) throw untrusted(`has ${foreign} in its header`);
  if (!Array.isArray(x5c) || x5c.length !== 3) throw untrusted("without three certificates");
  return x5c;
}

/**
 * Chains that were found good, by their text. Apple signs with very few, and working one out takes longer than all
 * the rest. Whether it was valid at the time is asked anew for everything that it signed.
 */
const knownSigners = new WeakMap<readonly X509Certificate[], Map<string, Signer>>();
const MAX_KNOWN = 16;

function findSigner(roots: readonly X509Certificate[], x5c: readonly unknown[]): Signer {
  const known = knownSigners.get(roots) ?? new Map<string, Signer>();
  knownSigners.set(roots, known);
  const text = JSON.stringify(x5c);
  const found = known.get(text);
  if (found) return found;
  const chain = x5c.map(readCertificate) as unknown as Chain;
  requireChain(roots, chain);
  const signer = { chain, key: chain[0].publicKey };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, signer);
  return signer;
}

/** One certificate in DER and nothing beside it. */
function readCertificate(text: unknown): X509Certificate {
  const der = Buffer.from(typeof text === "string" ? text : "", "base64");
  try {
    const certificate = new X509Certificate(der);
    if (der.toString("base64") === text && certificate.raw.equals(der)) return certificate;
  } catch {
    // Said below.
  }
  throw untrusted("a certificate that is none");
}

function requireChain(roots: readonly X509Certificate[], [leaf, intermediate, root]: Chain): void {
  if (!roots.some(({ raw }) => raw.equals(root.raw))) throw untrusted("another root than Apple's");
  if (!isIssuedBy(intermediate, root) || !isIssuedBy(leaf, intermediate)) {
    throw untrusted("certificates that do not follow from each other");
  }
  if (!intermediate.ca || leaf.ca) throw untrusted("certificates in the wrong roles");
  const [ofLeaf, ofIntermediate] = [leaf, intermediate].map(({ raw }) => certificateExtensions(raw));
  if (!ofLeaf?.has(LEAF_MARKER) || !ofIntermediate?.has(INTERMEDIATE_MARKER)) {
    throw untrusted("certificates that are not for the App Store");
  }
  const usage = ofLeaf.get(KEY_USAGE);
  if (usage !== undefined && ((usage[3] ?? 0) & DIGITAL_SIGNATURE) === 0) {
    throw untrusted("a certificate that may not sign data");
  }
}

/** `checkIssued` compares names and key ids and whether the issuer may sign certificates. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function signingTime({ signedDate }: SignedClaims, now: Millis): Millis {
  if (signedDate === undefined) return now;
  if (typeof signedDate !== "number" || !Number.isSafeInteger(signedDate))
    throw untrusted("signed at no time");
  if (signedDate > now + MAX_AHEAD_MS) throw untrusted("signed in the future");
  return signedDate;
}

function requireValidAt(chain: Chain, at: Millis): void {
  const isValid = chain.every(
    ({ validFromDate, validToDate }) =>
      validFromDate.getTime() <= at + SLACK_MS && validToDate.getTime() >= at - SLACK_MS,
  );
  if (!isValid) throw untrusted("certificates that were not valid when it was signed");
}
