import { sign } from "node:crypto";
import { expect, test } from "vitest";
import {
  encode,
  genuine,
  good,
  header,
  json,
  now,
  ours,
  payload,
  withClaims,
  withHeader,
  withRawHeader,
  withRawPayload,
  withSignature,
} from "./testing/forge-token.ts";
import { HostileTokens, joseAccepts, ourReason, verifier } from "./testing/hostile-tokens.ts";

const [head = "", body = "", tail = ""] = good.split(".");
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const number = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex");

const hostile = new HostileTokens();

// Signatures.
hostile.add("TOKEN_MALFORMED", "no signature", `${head}.${body}.`);
const der = sign("sha256", Buffer.from(`${head}.${body}`), { key: ours.privateKey, dsaEncoding: "der" });
hostile.add("TOKEN_MALFORMED", "signature in DER", `${head}.${body}.${encode(der)}`);
const changes: Record<string, (bytes: Buffer) => string | Uint8Array> = {
  "of 63 bytes": (bytes) => bytes.subarray(0, 63),
  "of 65 bytes": (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]),
  "of 65 bytes, zero first": (bytes) => Buffer.concat([Buffer.alloc(1), bytes]),
  "of 32 bytes": (bytes) => bytes.subarray(0, 32),
  twice: (bytes) => Buffer.concat([bytes, bytes]),
  "in hex": (bytes) => bytes.toString("hex"),
};
for (const [name, change] of Object.entries(changes)) {
  hostile.add("TOKEN_MALFORMED", `signature ${name}`, withSignature(change));
}
hostile.add(
  "SIGNATURE_INVALID",
  "halves swapped",
  withSignature((bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
);
const edges = { 0: 0n, 1: 1n, "n-1": order - 1n, n: order, max: 2n ** 256n - 1n };
for (const [rName, r] of Object.entries(edges)) {
  for (const [sName, s] of Object.entries(edges)) {
    const both = withSignature(() => Buffer.concat([number(r), number(s)]));
    hostile.add("SIGNATURE_INVALID", `r=${rName} s=${sName}`, both);
  }
  hostile.add(
    "SIGNATURE_INVALID",
    `r=${rName}`,
    withSignature((bytes) => Buffer.concat([number(r), bytes.subarray(32)])),
  );
  hostile.add(
    "SIGNATURE_INVALID",
    `s=${rName}`,
    withSignature((bytes) => Buffer.concat([bytes.subarray(0, 32), number(r)])),
  );
}
hostile.add(
  "SIGNATURE_INVALID",
  "signature of another payload",
  `${head}.${json({ ...payload, sub: "root" })}.${tail}`,
);
hostile.add(
  "SIGNATURE_INVALID",
  "signature of another header",
  `${json({ ...header, cty: "x" })}.${body}.${tail}`,
);

// Another spelling of the same bytes. jose reads over some of them where the signature does not cover them.
const spellings = ["=", "==", " ", "\n", "\0", "%3D", "\u200b", "+"];
for (const [at, name] of ["header", "payload", "signature"].entries()) {
  const respell = (change: (segment: string) => string): string => {
    const segments = [head, body, tail];
    return segments.with(at, change(segments[at] ?? "")).join(".");
  };
  for (const extra of spellings) {
    const shown = JSON.stringify(extra);
    const isReadOver = at === 2 && /\s/.test(extra);
    const followed = respell((segment) => segment + extra);
    hostile.add(
      "TOKEN_MALFORMED",
      `${name} followed by ${shown}`,
      followed,
      isReadOver || (at === 2 && extra === "=="),
    );
    const after = respell((segment) => extra + segment);
    hostile.add("TOKEN_MALFORMED", `${name} after ${shown}`, after, isReadOver);
    const around = respell((segment) => segment.slice(0, 8) + extra + segment.slice(8));
    hostile.add("TOKEN_MALFORMED", `${name} around ${shown}`, around, isReadOver);
  }
  if (at < 2)
    hostile.add(
      "TOKEN_MALFORMED",
      `${name} missing`,
      respell(() => ""),
    );
}
hostile.add("TOKEN_MALFORMED", "header signed with padding", genuine(`${json(header)}=`, json(payload)));
hostile.add(
  "TOKEN_MALFORMED",
  "payload signed with a space",
  genuine(json(header), ` ${json(payload)}`),
  true,
);
hostile.add(
  "TOKEN_MALFORMED",
  "payload signed in plain base64",
  genuine(json(header), Buffer.from(JSON.stringify({ ...payload, a: "~~~???" })).toString("base64")),
);
const last = good.charCodeAt(good.length - 1);
hostile.add(
  "TOKEN_MALFORMED",
  "signature with trailing bits",
  good.slice(0, -1) + String.fromCharCode(last + 1),
  true,
);

// Shape.
hostile.add("TOKEN_MISSING", "empty", "");
hostile.add("TOKEN_MALFORMED", "one part", head);
hostile.add("TOKEN_MALFORMED", "two parts", `${head}.${body}`);
hostile.add("TOKEN_MALFORMED", "four parts", `${good}.${tail}`);
hostile.add("TOKEN_MALFORMED", "four parts, last empty", `${good}.`);
hostile.add("TOKEN_MALFORMED", "four parts, first empty", `.${good}`);
hostile.add("TOKEN_MALFORMED", "five parts, as a JWE", `${head}.${body}.${tail}.${tail}.${tail}`);
hostile.add("TOKEN_MALFORMED", "dots only", "..");
hostile.add("TOKEN_MALFORMED", "many dots", ".".repeat(8000));
hostile.add("TOKEN_MALFORMED", "with its scheme", `Bearer ${good}`);
hostile.add(
  "TOKEN_MALFORMED",
  "as JSON",
  JSON.stringify({ protected: head, payload: body, signature: tail }),
);
hostile.add("TOKEN_MALFORMED", "huge", "A".repeat(1_000_000));
hostile.add(
  "TOKEN_MALFORMED",
  "huge and genuine",
  withClaims({ claims: { filler: "x".repeat(10_000) } }),
  true,
);

test("the table is long", () => {
  expect(hostile.rows.length).toBeGreaterThan(100);
});

test.each(hostile.rows)("refuses: $name", async ({ token, reason, joseAccepts: isTakenByJose }) => {
  expect(await ourReason(token)).toBe(reason);
  expect(await joseAccepts(token)).toBe(isTakenByJose);
});

const honest: Record<string, string> = {
  "as the forge makes it": good,
  "through every way of the forge": withSignature((bytes) => bytes),
  "header as text": withRawHeader(JSON.stringify(header)),
  "payload as text": withRawPayload(JSON.stringify(payload)),
  "a header member nobody knows": withHeader({ ...header, future: 1 }),
  "a claim nobody knows": withClaims({ future: { a: [1] } }),
  "expired within the tolerance": withClaims({ exp: now / 1000 - 4 }),
  "issued by a clock that is ahead": withClaims({ iat: now / 1000 + 299 }),
  "nbf within the tolerance": withClaims({ nbf: now / 1000 + 5 }),
  "without an email": withClaims({ email: undefined }),
  "a guest": withClaims({ email: undefined, email_verified: false, anonymous: true }),
  "claims with names of Object": withRawPayload(
    JSON.stringify(payload).replace('"claims":{', '"claims":{"__proto__":1,"constructor":2,'),
  ),
  "claims with numbers as names": withClaims({ claims: { b: 1, 2: 2, 1: 1 } }),
  "claims with every kind of character": withClaims({ claims: { "\u2028\ud800": '"\\/\b\u0001🔑' } }),
  "nested as deep as claims may be": withClaims({
    claims: { a: JSON.parse(`${"[".repeat(15)}${"]".repeat(15)}`) },
  }),
};

test.each(Object.entries(honest))("accepts: %s", async (_, token) => {
  expect(await ourReason(token)).toBe("accepted");
  expect(await joseAccepts(token)).toBe(true);
});

test("a good token tells whose it is", async () => {
  const { payload: told, ...verified } = await verifier.verify(good);
  expect(told).toEqual(payload);
  expect(verified).toEqual({
    userId: payload.sub,
    sessionId: payload.sid,
    email: "ada@example.com",
    emailVerified: true,
    isAnonymous: false,
    claims: payload.claims,
    authenticatedAt: undefined,
    amr: [],
    issuedAt: new Date(now - 60_000),
    expiresAt: new Date(now + 840_000),
    kid: ours.kid,
  });
});

test("guests are refused on request, and only then", async () => {
  const guest = withClaims({ email: undefined, email_verified: false, anonymous: true });
  const refused = verifier.verify(guest, { allowAnonymous: false });
  await expect(refused).rejects.toMatchObject({ reason: "ANONYMOUS_NOT_ALLOWED", status: 403 });
  expect(await verifier.verify(guest, { allowAnonymous: true })).toMatchObject({ isAnonymous: true });
  expect(await verifier.verify(guest)).toMatchObject({ isAnonymous: true, email: undefined });
  expect(await verifier.verify(good, { allowAnonymous: false })).toMatchObject({ isAnonymous: false });
});

test("an error tells nothing of the token", async () => {
  for (const { token } of hostile.rows.filter((row) => row.token.length > 20)) {
    const error = await verifier.verify(token).then(
      () => expect.fail("accepted"),
      (refused: Error) => refused,
    );
    for (const part of token.split(".").filter((piece) => piece.length > 20)) {
      expect(`${error.message}${error.stack}`).not.toContain(part);
    }
  }
});
