import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { expect, test } from "vitest";
import {
  type Ceremony,
  type Creation,
  type CredentialJson,
  createAuthenticator,
  type Request,
} from "../../testing/authenticator.ts";
import { type Dice, dice, pick } from "../../testing/dice.ts";
import {
  accepts,
  challenge,
  creationOptions,
  doubtOf,
  doubtOfSignIn,
  expected,
  origin,
  registered,
} from "../../testing/passkey-ceremonies.ts";
import { type CborEntry, cborMap, writeCbor } from "../../testing/write-cbor.ts";
import { readAssertion } from "./assertion.ts";
import { type Registration, readRegistration } from "./registration.ts";

// SimpleWebAuthn is the verifier that most servers on Node use. It sees the same ceremonies as ours, right ones and
// changed ones. Ours must never accept what it refuses. Where ours refuses more, the rule is in this list.

const append = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]);
const cut = (bytes: Buffer) => bytes.subarray(0, -1);
const insert = (text: string) => (bytes: Buffer) => Buffer.from(bytes.toString().replace("{", `{${text},`));
const key = (...entries: readonly CborEntry[]) => ({ publicKey: () => writeCbor(cborMap(...entries)) });
const random = Buffer.alloc(32, 3);

/** Our doubt, what SimpleWebAuthn does instead, and a registration that shows it. */
const stricterAboutRegistrations: readonly [string, string, Partial<Creation>][] = [
  ["the page was framed", "takes it", { crossOrigin: true, topOrigin: "https://evil.example" }],
  [
    "crossOrigin is not true or false",
    "takes any value",
    { clientData: (data) => ({ ...data, crossOrigin: 1 }) },
  ],
  ["topOrigin is not a text", "takes any value", { clientData: (data) => ({ ...data, topOrigin: null }) }],
  [
    "the JSON has a key twice",
    "takes the last one",
    { clientDataJson: insert('"origin":"https://evil.example"') },
  ],
  [
    "the client data is not UTF-8",
    "replaces what is wrong",
    { clientDataJson: (bytes) => Buffer.from(bytes.toString().replace("{", '{"a":"\xff",'), "latin1") },
  ],
  [
    "the client data has a byte order mark",
    "drops it",
    { clientDataJson: (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]) },
  ],
  ["bytes after the CBOR", "reads over them", { attestationObject: append }],
  ["CBOR is cut short", "takes what is there", { attestationObject: cut }],
  ["attStmt is not a statement", "does not look at it", { statement: 7 }],
  ["a statement in the format none", "takes an empty list", { statement: [] }],
  [
    "CBOR has a tag",
    "reads over it",
    { attestationObject: (bytes) => Buffer.from(bytes.toString("hex").replace("74a068", "74c1a068"), "hex") },
  ],
  [
    "another credential is attested",
    "takes the attested id",
    { credential: (json) => ({ ...json, id: "AA", rawId: "AA" }) },
  ],
  [
    "the key cannot be imported",
    "fails at the sign-in",
    key([1, 2], [3, -7], [-1, 1], [-2, random], [-3, random]),
  ],
  [
    "the key is not a point of Ed25519",
    "does not look",
    key([1, 1], [3, -8], [-1, 6], [-2, Buffer.alloc(32)]),
  ],
  ["the key is of another type", "fails at the sign-in", key([1, 3], [3, -8], [-1, 6], [-2, random])],
  ["the key is on another curve", "fails at the sign-in", key([1, 1], [3, -8], [-1, 4], [-2, random])],
  ["the key has other members than its type needs", "does not look", key([1, 1], [3, -8])],
  ["a coordinate does not have 32 bytes", "does not look", key([1, 1], [3, -8], [-1, 6], [-2, cut(random)])],
  ["the RSA key has a wrong size", "does not look", key([1, 3], [3, -257], [-1, random], [-2, random])],
];

const stricterAboutAssertions: readonly [string, string, Partial<Request>][] = [
  ["the page was framed", "takes crossOrigin without topOrigin", { crossOrigin: true }],
  [
    "crossOrigin is not true or false",
    "takes any value",
    { clientData: (data) => ({ ...data, crossOrigin: 1 }) },
  ],
  ["topOrigin is not a text", "takes null", { clientData: (data) => ({ ...data, topOrigin: null }) }],
  [
    "the JSON has a key twice",
    "takes the last one",
    { clientDataJson: insert('"origin":"https://evil.example"') },
  ],
  [
    "the client data has a byte order mark",
    "drops it",
    { clientDataJson: (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]) },
  ],
  ["eligibility for a backup has changed", "does not know the stored flag", { flags: 0x05 }],
  ["the signature is wrong", "reads over bytes after the DER", { signature: append }],
  ["the signature is wrong", "takes another class of tag", { signature: (der) => der.fill(0xb0, 0, 1) }],
  [
    "an attested credential in an assertion",
    "reads over it",
    {
      authenticatorData: (data) => {
        const credential = writeCbor(cborMap([1, 1], [3, -8], [-1, 6], [-2, random]));
        return Buffer.concat([data, Buffer.alloc(16), Buffer.from([0, 1, 7]), credential]).fill(0x5d, 32, 33);
      },
    },
  ],
  ["the user handle is too long", "does not read it", { userHandle: Buffer.alloc(65) }],
];

type Verdict = Readonly<{ ours: string | undefined; theirs: string | undefined }>;

async function theirDoubt(verification: () => Promise<{ verified: boolean }>): Promise<string | undefined> {
  try {
    return (await verification()).verified ? undefined : "not verified";
  } catch (error) {
    return String(error);
  }
}

const site = { expectedChallenge: challenge, expectedOrigin: expected.origins, expectedRPID: expected.rpId };
const sameChallenge = (given: Buffer): string | undefined =>
  given.toString("base64url") === challenge ? undefined : "another challenge";

async function aboutRegistration(json: string): Promise<Verdict> {
  const theirs = await theirDoubt(() =>
    verifyRegistrationResponse({
      ...site,
      response: JSON.parse(json),
      supportedAlgorithmIDs: [-7, -8, -257],
    }),
  );
  const ours = doubtOf(() => accepts(json)) ?? sameChallenge(readRegistration(json).clientData.challenge);
  return { ours, theirs };
}

async function aboutAssertion(registration: Registration, json: string): Promise<Verdict> {
  const { credentialId, publicKey } = registration;
  const credential = {
    id: credentialId.toString("base64url"),
    publicKey: new Uint8Array(publicKey),
    counter: 0,
  };
  const theirs = await theirDoubt(() =>
    verifyAuthenticationResponse({ ...site, response: JSON.parse(json), credential }),
  );
  const ours =
    (await doubtOfSignIn(registration, json)) ?? sameChallenge(readAssertion(json).clientData.challenge);
  return { ours, theirs };
}

const rules = new Set([...stricterAboutRegistrations, ...stricterAboutAssertions].map(([doubt]) => doubt));

function isAgreement(json: string, { ours, theirs }: Verdict): boolean {
  // We ask for no attestation and believe none, so a format that nobody knows is as good as none.
  if (ours === undefined) return theirs === undefined || theirs.includes("Unsupported Attestation Format");
  if (ours === "the signature is wrong") return theirs !== undefined || !isDer(json);
  // It reads CBOR in more than one spelling.
  return theirs !== undefined || rules.has(ours) || ours.startsWith("CBOR ");
}

function isDer(assertionJson: string): boolean {
  const signature = Buffer.from(JSON.parse(assertionJson).response.signature, "base64url");
  return signature[0] === 0x30 && signature[1] === signature.length - 2;
}

/** A change of bytes that leaves the signature as it is. */
function broken(roll: Dice, json: CredentialJson): CredentialJson {
  const parts = Object.keys(json.response).filter((name) => typeof json.response[name] === "string");
  const part = pick(roll, parts);
  const bytes = Buffer.from(String(json.response[part]), "base64url");
  const at = roll(bytes.length);
  const changes = [
    () => bytes.fill((bytes[at] ?? 0) ^ (1 << roll(8)), at, at + 1),
    () => bytes.fill(pick(roll, [0, 0x7f, 0x80, 0xff, 0x9f, 0xbf, 0x5f, 0x18, 0x19]), at, at + 1),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, Buffer.from([roll(256)])]),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from([roll(256)]), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  ];
  return { ...json, response: { ...json.response, [part]: pick(roll, changes)().toString("base64url") } };
}

/** A ceremony that is signed after all, so that each rule is asked and not the signature alone. */
function unusual(roll: Dice): Ceremony {
  const sometimes = <T extends object>(part: T) => (roll(4) === 0 ? part : {});
  const at = 32 + roll(5);
  return {
    origin,
    ...sometimes({ flags: roll(64) }),
    ...sometimes({ counter: roll(2 ** 32) }),
    ...sometimes({
      extensions: pick(roll, [cborMap(), cborMap(["credProtect", 2]), cborMap(["hmac-secret", true])]),
    }),
    ...(roll(8) === 0
      ? { origin: pick(roll, [...expected.origins, "https://evil.example", `${origin}/`]) }
      : {}),
    ...(roll(8) === 0 ? { type: pick(roll, ["webauthn.get", "webauthn.create", ""]) } : {}),
    ...(roll(8) === 0 ? { rpId: pick(roll, [expected.rpId, "example.com"]) } : {}),
    ...(roll(8) === 0 ? { crossOrigin: roll(2) === 0 } : {}),
    ...(roll(8) === 0 ? { topOrigin: pick(roll, [origin, "https://evil.example"]) } : {}),
    ...(roll(8) === 0 ? { challenge: pick(roll, [challenge, "AAAA"]) } : {}),
    ...(roll(8) === 0
      ? { authenticatorData: (data: Buffer) => Buffer.from(data).fill(roll(256), at, at + 1) }
      : {}),
    ...(roll(16) === 0
      ? { clientDataJson: (bytes: Buffer) => Buffer.from(bytes.toString().replace("{", '{"origin":"x",')) }
      : {}),
  };
}

const passkeys = ([-7, -8, -257] as const).map((algorithm) => registered({ algorithm }));

test.each([-7, -8, -257] as const)("both accept what is right with the algorithm %d", async (algorithm) => {
  const { registration, signIn } = registered({ algorithm });
  const json = createAuthenticator().create(creationOptions, { origin, algorithm });
  expect(await aboutRegistration(json)).toEqual({ ours: undefined, theirs: undefined });
  expect(await aboutAssertion(registration, signIn())).toEqual({ ours: undefined, theirs: undefined });
});

test.each(stricterAboutRegistrations)("registration, %s: it %s", async (doubt, _, creation) => {
  const json = createAuthenticator().create(creationOptions, { origin, ...creation });
  expect(await aboutRegistration(json)).toEqual({ ours: doubt, theirs: undefined });
});

test.each(stricterAboutAssertions)("assertion, %s: it %s", async (doubt, _, request) => {
  const { registration, signIn } = registered();
  expect(await aboutAssertion(registration, signIn(request))).toEqual({ ours: doubt, theirs: undefined });
});

test.each(Array.from({ length: 10 }, (_, seed) => seed))(
  "both agree about 120 ceremonies of seed %d",
  async (seed) => {
    const roll = dice(seed);
    const disagreements: unknown[] = [];
    let accepted = 0;
    const weigh = (json: string, verdict: Verdict) => {
      if (verdict.ours === undefined) accepted++;
      if (!isAgreement(json, verdict)) disagreements.push({ json, ...verdict });
    };
    for (let i = 0; i < 30; i++) {
      const { registration, signIn } = pick(roll, passkeys);
      const algorithm = pick(roll, [-7, -8] as const);
      const credential = (json: CredentialJson) => broken(roll, json);
      const create = (ceremony: Partial<Ceremony>) =>
        createAuthenticator().create(creationOptions, { origin, algorithm, ...ceremony });
      for (const json of [create({ credential }), create(unusual(roll))])
        weigh(json, await aboutRegistration(json));
      for (const json of [signIn({ credential }), signIn(unusual(roll))]) {
        weigh(json, await aboutAssertion(registration, json));
      }
    }
    expect(disagreements).toEqual([]);
    expect(accepted).toBeGreaterThan(3);
  },
);
