import { createHmac, createPublicKey, sign } from "node:crypto";
import {
  type AppleChain,
  INTERMEDIATE_MARKER,
  LEAF_MARKER,
  makeAppleChain,
  newEcKey,
  signAsApple,
} from "./apple-ca.ts";

/** Of which sort the data claims to be, and its text. */
export type SignedCase = Readonly<{ kind: "transaction" | "renewal" | "notification"; signed: string }>;

export const SIGNED_AT = Date.parse("2026-06-01T12:00:00Z");
export const APP = { bundleId: "com.example.fernweh", appAppleId: 1234567890 } as const;

const DAY_MS = 86_400_000;

const transaction = {
  transactionId: "2000000000000001",
  originalTransactionId: "2000000000000001",
  bundleId: APP.bundleId,
  productId: "com.example.fernweh.pro_monthly",
  purchaseDate: SIGNED_AT - DAY_MS,
  originalPurchaseDate: SIGNED_AT - DAY_MS,
  expiresDate: SIGNED_AT + 29 * DAY_MS,
  type: "Auto-Renewable Subscription",
  inAppOwnershipType: "PURCHASED",
  signedDate: SIGNED_AT,
  environment: "Production",
  price: 9990,
  currency: "USD",
};

const renewal = {
  originalTransactionId: "2000000000000001",
  autoRenewProductId: "com.example.fernweh.pro_monthly",
  productId: "com.example.fernweh.pro_monthly",
  autoRenewStatus: 1,
  signedDate: SIGNED_AT,
  environment: "Production",
  renewalDate: SIGNED_AT + 29 * DAY_MS,
};

/** Signed data of a test's own App Store, in the ways it may be and in those it may not. */
export function signedCases(chain: AppleChain): {
  genuine: Record<string, SignedCase>;
  forged: Record<string, SignedCase>;
  strange: Record<string, SignedCase>;
} {
  return { genuine: genuine(chain), forged: forged(chain), strange: strange(chain) };
}

/** The trusted root's chain, with one thing about it different. */
type Issue = (faults: Parameters<AppleChain["issue"]>[0]) => AppleChain;

const ofTransaction = (signed: string): SignedCase => ({ kind: "transaction", signed });

function notificationOf(chain: AppleChain, data: object = {}, members: object = {}): SignedCase {
  const signed = signAsApple(chain, {
    notificationType: "DID_RENEW",
    notificationUUID: "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
    version: "2.0",
    signedDate: SIGNED_AT,
    data: {
      ...APP,
      environment: "Production",
      status: 1,
      signedTransactionInfo: signAsApple(chain, transaction),
      signedRenewalInfo: signAsApple(chain, renewal),
      ...data,
    },
    ...members,
  });
  return { kind: "notification", signed };
}

function genuine(chain: AppleChain): Record<string, SignedCase> {
  const sandbox = { environment: "Sandbox" };
  const expired = chain.issue({ leafUntil: SIGNED_AT + DAY_MS });
  const justExpired = chain.issue({ leafUntil: SIGNED_AT - 30_000 });
  return {
    "a transaction": ofTransaction(signAsApple(chain, transaction)),
    "a transaction of the sandbox": ofTransaction(signAsApple(chain, { ...transaction, ...sandbox })),
    "a renewal": { kind: "renewal", signed: signAsApple(chain, renewal) },
    "a renewal of the sandbox": { kind: "renewal", signed: signAsApple(chain, { ...renewal, ...sandbox }) },
    "a notification": notificationOf(chain),
    "a notification of the sandbox, without a number of the app": notificationOf(chain, {
      ...sandbox,
      appAppleId: undefined,
    }),
    "a test notification": notificationOf(
      chain,
      { status: undefined, signedTransactionInfo: undefined, signedRenewalInfo: undefined },
      { notificationType: "TEST" },
    ),
    "a notification of an unknown type": notificationOf(chain, {}, { notificationType: "A_NEW_ONE" }),
    "a notification with an unknown status": notificationOf(chain, { status: 9 }),
    "a transaction with unknown words, numbers and members": ofTransaction(
      signAsApple(chain, {
        ...transaction,
        ...{
          offerType: 9,
          offerDiscountType: "HALF",
          inAppOwnershipType: "BORROWED",
          type: "Rental",
          new: [1],
        },
      }),
    ),
    "one whose header has a type and a key id": ofTransaction(
      signAsApple(chain, transaction, { header: { typ: "JWT", kid: "ABC" } }),
    ),
    "one whose certificate has expired since": ofTransaction(signAsApple(expired, transaction)),
    "one whose certificate expired within the slack of a minute": ofTransaction(
      signAsApple(justExpired, transaction),
    ),
  };
}

function forged(chain: AppleChain): Record<string, SignedCase> {
  const good = signAsApple(chain, transaction);
  return Object.fromEntries([
    ...Object.entries(forgedChains(chain)).map(([name, c]) => [
      name,
      ofTransaction(signAsApple(c, transaction)),
    ]),
    ...Object.entries(forgedHeaders(chain)).map(([name, header]) => [
      name,
      ofTransaction(signAsApple(chain, transaction, { header })),
    ]),
    ...Object.entries(forgedTexts(chain, good)).map(([name, signed]) => [name, ofTransaction(signed)]),
    ...Object.entries(foreignPayloads()).map(([name, payload]) => [
      name,
      ofTransaction(signAsApple(chain, payload)),
    ]),
    ...Object.entries(foreignNotifications(chain)),
  ]);
}

function forgedChains(chain: AppleChain): Record<string, AppleChain> {
  const issue: Issue = (faults) => chain.issue(faults);
  const other = makeAppleChain();
  const [leaf, intermediate, root] = chain.x5c;
  const [otherLeaf, otherIntermediate] = other.x5c;
  const somebody = newEcKey().privateKey;
  const expired = makeAppleChain({ rootUntil: SIGNED_AT - DAY_MS });
  return {
    "a chain of another authority": other,
    "a chain of another authority, with our root at its end": {
      ...other,
      x5c: [otherLeaf, otherIntermediate, root],
    },
    "the leaf of another authority": { ...other, x5c: [otherLeaf, intermediate, root] },
    "the intermediate of another authority": { ...chain, x5c: [leaf, otherIntermediate, root] },
    "the root three times": { ...chain, x5c: [root, root, root] },
    "the intermediate as the leaf": { ...chain, x5c: [intermediate, intermediate, root] },
    "a root that has expired": expired,
    "a key on another curve": issue({ leafCurve: "P-384" }),
    "a key of another kind": issue({ leafKeyKind: "rsa" }),
    "a leaf without Apple's marker": issue({ leafMarkers: [] }),
    "a leaf with the marker of an intermediate": issue({ leafMarkers: [INTERMEDIATE_MARKER] }),
    "an intermediate without Apple's marker": issue({ intermediateMarkers: [] }),
    "an intermediate with the marker of a leaf": issue({ intermediateMarkers: [LEAF_MARKER] }),
    "a leaf that somebody else signed": issue({ leafSigner: somebody }),
    "an intermediate that somebody else signed": issue({ intermediateSigner: newEcKey("P-384").privateKey }),
    "a leaf that names another issuer": issue({ leafIssuer: "Somebody" }),
    "an intermediate that names another issuer": issue({ intermediateIssuer: "Somebody" }),
    "an intermediate that is no authority": issue({ intermediateIsCa: false }),
    "an intermediate that may not sign certificates": issue({ intermediateUsages: ["digitalSignature"] }),
    "a leaf that had expired": issue({ leafUntil: SIGNED_AT - DAY_MS }),
    "a leaf that was not valid yet": issue({ leafFrom: SIGNED_AT + DAY_MS }),
    "an intermediate that had expired": issue({ intermediateUntil: SIGNED_AT - DAY_MS }),
  };
}

function forgedHeaders(chain: AppleChain): Record<string, object> {
  const [leaf, intermediate, root] = chain.x5c;
  const pem = Buffer.from("-----BEGIN CERTIFICATE-----").toString("base64");
  return {
    "no certificates": { x5c: undefined },
    "an empty list of certificates": { x5c: [] },
    "two certificates": { x5c: [leaf, intermediate] },
    "four certificates": { x5c: [leaf, intermediate, root, root] },
    "certificates from the root to the leaf": { x5c: [root, intermediate, leaf] },
    "certificates that are none": { x5c: [pem, pem, pem] },
    "certificates as one text": { x5c: leaf },
    "a header that says RS256": { alg: "RS256" },
    "a header that says ES384": { alg: "ES384" },
    "a header that says nothing of an algorithm": { alg: undefined },
  };
}

function forgedTexts(chain: AppleChain, good: string): Record<string, string> {
  const [header = "", payload = "", signature = ""] = good.split(".");
  const tampered = encode({ ...transaction, expiresDate: SIGNED_AT + 9999 * DAY_MS });
  const none = encode({ alg: "none", x5c: chain.x5c });
  const symmetric = encode({ alg: "HS256", x5c: chain.x5c });
  const publicPem = createPublicKey(chain.leafKey).export({ format: "pem", type: "spki" }).toString();
  const mac = createHmac("sha256", publicPem).update(`${symmetric}.${payload}`).digest("base64url");
  const inDer = sign("sha256", Buffer.from(`${header}.${payload}`), chain.leafKey).toString("base64url");
  const xcode = encode({ ...transaction, environment: "Xcode" });
  const local = encode({ ...transaction, environment: "LocalTesting" });
  return {
    "a payload that was changed": `${header}.${tampered}.${signature}`,
    "a signature that was changed": `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
    "a signature of somebody else": signAsApple(chain, transaction, { key: newEcKey().privateKey }),
    "a signature in DER": `${header}.${payload}.${inDer}`,
    "an empty signature": `${header}.${payload}.`,
    "no signature": `${header}.${payload}`,
    "a fourth segment": `${good}.${signature}`,
    "a text that ends early": good.slice(0, -40),
    nothing: "",
    "the algorithm none": `${none}.${payload}.`,
    "the algorithm none, with a signature": `${none}.${payload}.${signature}`,
    "HS256 with the public key as the secret": `${symmetric}.${payload}.${mac}`,
    "unsigned data of Xcode": `${encode({ alg: "none" })}.${xcode}.`,
    "unsigned data of a local test": `${encode({ alg: "none" })}.${local}.`,
    "data of Xcode with somebody's own certificate": signAsApple(makeAppleChain(), JSON.parse(decode(xcode))),
  };
}

function foreignPayloads(): Record<string, object> {
  return {
    "another app": { ...transaction, bundleId: "com.example.other" },
    "no app": { ...transaction, bundleId: undefined },
    "the environment Xcode, signed": { ...transaction, environment: "Xcode" },
    "the environment LocalTesting, signed": { ...transaction, environment: "LocalTesting" },
    "an unknown environment": { ...transaction, environment: "Beta" },
    "no environment": { ...transaction, environment: undefined },
    "a signing time that is text": { ...transaction, signedDate: String(SIGNED_AT) },
    "a product that is a number": { ...transaction, productId: 7 },
    "an end that is text": { ...transaction, expiresDate: "tomorrow" },
    "a renewal in place of a transaction": renewal,
    "a list in place of an object": [transaction],
  };
}

function foreignNotifications(chain: AppleChain): Record<string, SignedCase> {
  return {
    "a notification for another app": notificationOf(chain, { bundleId: "com.example.other" }),
    "a notification for another number": notificationOf(chain, { appAppleId: 99 }),
    "a notification without a number, in production": notificationOf(chain, { appAppleId: undefined }),
    "a notification of Xcode": notificationOf(chain, { environment: "Xcode" }),
    "a notification of a local test": notificationOf(chain, { environment: "LocalTesting" }),
    "a transaction in place of a notification": {
      kind: "notification",
      signed: signAsApple(chain, transaction),
    },
  };
}

/** What Apple's own library lets pass although Apple writes nothing like it. */
function strange(chain: AppleChain): Record<string, SignedCase> {
  const [leaf, intermediate, root] = chain.x5c;
  const [, , otherRoot] = makeAppleChain().x5c;
  const sign = (c: AppleChain, header: object = {}): SignedCase =>
    ofTransaction(signAsApple(c, transaction, { header }));
  const rsa = chain.issue({ leafKeyKind: "rsa" });
  const p384 = chain.issue({ leafCurve: "P-384" });
  const huge = signAsApple(chain, { ...transaction, filler: "x".repeat(200_000) });
  return {
    "another root at the end: the library never looks at it": sign({
      ...chain,
      x5c: [leaf, intermediate, otherRoot],
    }),
    "a text at the end that is no certificate: the library never looks at it": sign(chain, {
      x5c: [leaf, intermediate, "AAAA"],
    }),
    "bytes after a certificate: the library drops them": sign(chain, {
      x5c: [
        leaf,
        Buffer.concat([Buffer.from(intermediate, "base64"), Buffer.of(0)]).toString("base64"),
        root,
      ],
    }),
    "a line break in a certificate: the library reads any base64": sign(chain, {
      x5c: [`${leaf.slice(0, 64)}\n${leaf.slice(64)}`, intermediate, root],
    }),
    "a leaf that is an authority itself: the library does not ask": sign(
      chain.issue({ leafIsCa: true, leafUsages: ["digitalSignature", "keyCertSign"] }),
    ),
    "a leaf that may not sign data: the library does not ask": sign(
      chain.issue({ leafUsages: ["keyCertSign"] }),
    ),
    "RS256 with an RSA leaf: the library takes the algorithm from the header": ofTransaction(
      signWith(rsa, "RS256"),
    ),
    "ES384 with a P-384 leaf: the library takes the algorithm from the header": ofTransaction(
      signWith(p384, "ES384"),
    ),
    "an extension of the header that must be understood: the library ignores it": sign(chain, {
      crit: ["exp"],
      exp: 1,
    }),
    "a key in the header: the library ignores it": sign(chain, { jku: "https://example.com/keys" }),
    "200 kilobytes: the library has no limit": ofTransaction(huge),
    "a year ahead: nothing newer would ever be believed again": ofTransaction(
      signAsApple(chain, { ...transaction, signedDate: SIGNED_AT + 365 * DAY_MS }),
    ),
    "no signing time: it cannot be told whether it is news": ofTransaction(
      signAsApple(chain, { ...transaction, signedDate: undefined }),
    ),
    "no original transaction: it is about nothing": ofTransaction(
      signAsApple(chain, { ...transaction, originalTransactionId: undefined }),
    ),
  };
}

function signWith(chain: AppleChain, alg: "RS256" | "ES384"): string {
  const input = `${encode({ alg, x5c: chain.x5c })}.${encode(transaction)}`;
  const digest = alg === "RS256" ? "sha256" : "sha384";
  const signature = sign(digest, Buffer.from(input), { key: chain.leafKey, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(text: string): string {
  return Buffer.from(text, "base64url").toString("utf8");
}
