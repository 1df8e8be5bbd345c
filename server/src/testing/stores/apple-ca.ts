import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import { makeCertificate } from "./certificate-maker.ts";

export const LEAF_MARKER = "1.2.840.113635.100.6.11.1";
export const INTERMEDIATE_MARKER = "1.2.840.113635.100.6.2.1";

/** Three certificates as Apple sends them along, and the key of the first. */
export type AppleChain = Readonly<{
  x5c: readonly [string, string, string];
  leafKey: KeyObject;
  root: X509Certificate;
  rootPem: string;
  /** Another chain below the same root. */
  issue: (faults: ChainFaults) => AppleChain;
}>;

/** What a chain may have that Apple's has not. */
export type ChainFaults = Readonly<{
  leafMarkers?: readonly string[];
  intermediateMarkers?: readonly string[];
  leafFrom?: number;
  leafUntil?: number;
  intermediateUntil?: number;
  rootUntil?: number;
  leafIsCa?: boolean;
  intermediateIsCa?: boolean;
  leafUsages?: readonly ("digitalSignature" | "keyCertSign")[];
  intermediateUsages?: readonly ("digitalSignature" | "keyCertSign")[];
  leafIssuer?: string;
  intermediateIssuer?: string;
  /** P-256 in Apple's. */
  leafCurve?: "P-256" | "P-384";
  leafKeyKind?: "ec" | "rsa";
  /** Whose signatures they carry. */
  leafSigner?: KeyObject;
  intermediateSigner?: KeyObject;
}>;

const FROM = Date.parse("2020-01-01T00:00:00Z");
const UNTIL = Date.parse("2045-01-01T00:00:00Z");
const [ROOT_NAME, INTERMEDIATE_NAME] = ["Test Root CA - G3", "Test WWDR G6"];

/** A certificate authority of the test's own, in the shape of Apple's. */
export function makeAppleChain(faults: ChainFaults = {}): AppleChain {
  const root = newEcKey();
  const rootDer = makeCertificate({
    ...{ subject: ROOT_NAME, issuer: ROOT_NAME, publicKey: root.publicKey, issuerKey: root.privateKey },
    ...{ from: FROM, until: faults.rootUntil ?? UNTIL, isCa: true, usages: ["keyCertSign", "cRLSign"] },
  });
  return issueChain(root.privateKey, rootDer, faults);
}

/** New certificates below the root. */
function issueChain(rootKey: KeyObject, rootDer: Buffer, faults: ChainFaults): AppleChain {
  const intermediate = newEcKey("P-384");
  const leaf =
    faults.leafKeyKind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : newEcKey(faults.leafCurve);
  const intermediateDer = makeCertificate({
    subject: INTERMEDIATE_NAME,
    issuer: faults.intermediateIssuer ?? ROOT_NAME,
    publicKey: intermediate.publicKey,
    issuerKey: faults.intermediateSigner ?? rootKey,
    from: FROM,
    until: faults.intermediateUntil ?? UNTIL,
    isCa: faults.intermediateIsCa ?? true,
    usages: faults.intermediateUsages ?? ["keyCertSign"],
    markers: faults.intermediateMarkers ?? [INTERMEDIATE_MARKER],
  });
  const leafDer = makeCertificate({
    subject: "Test Mac App Store",
    issuer: faults.leafIssuer ?? INTERMEDIATE_NAME,
    publicKey: leaf.publicKey,
    issuerKey: faults.leafSigner ?? intermediate.privateKey,
    from: faults.leafFrom ?? FROM,
    until: faults.leafUntil ?? UNTIL,
    isCa: faults.leafIsCa ?? false,
    usages: faults.leafUsages ?? ["digitalSignature"],
    markers: faults.leafMarkers ?? [LEAF_MARKER],
  });
  const certificate = new X509Certificate(rootDer);
  return {
    x5c: [leafDer.toString("base64"), intermediateDer.toString("base64"), rootDer.toString("base64")],
    leafKey: leaf.privateKey,
    root: certificate,
    rootPem: certificate.toString(),
    issue: (faults) => issueChain(rootKey, rootDer, faults),
  };
}

export function newEcKey(namedCurve: "P-256" | "P-384" = "P-256"): {
  publicKey: KeyObject;
  privateKey: KeyObject;
} {
  return generateKeyPairSync("ec", { namedCurve });
}

/** Signed data as Apple writes it; `header` and `key` replace what Apple would use. */
export function signAsApple(
  chain: AppleChain,
  payload: object,
  { header = {}, key = chain.leafKey }: { header?: object; key?: KeyObject } = {},
): string {
  const input = [{ alg: "ES256", x5c: chain.x5c, ...header }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}
