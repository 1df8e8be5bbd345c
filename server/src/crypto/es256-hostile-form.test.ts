import { expect, test } from "vitest";
import { loadPrivateKey, newSigningKeyPair } from "./es256.ts";
import {
  derSignature,
  encode,
  genuine,
  goodHeader,
  goodPayload,
  isAccepted,
  json,
  signedBy,
  withSignature,
} from "./forge-jwt.ts";

const good = genuine(json(goodHeader), json(goodPayload));
const [head = "", body = "", tail = ""] = good.split(".");
const attacker = newSigningKeyPair();
const attackerKey = loadPrivateKey(attacker.privateKeyPem);

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const number = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex");
const pairOf = (r: bigint, s: bigint) => Buffer.concat([number(r), number(s)]);

const hostile = new Map<string, string>();
function add(name: string, token: string): void {
  if (hostile.has(name)) throw new Error(`two hostile tokens are named ${name}`);
  hostile.set(name, token);
}

// Signatures.
add("no signature", `${head}.${body}.`);
add("signature in DER", `${head}.${body}.${encode(derSignature(`${head}.${body}`))}`);
add(
  "signature of 63 bytes",
  withSignature((bytes) => bytes.subarray(0, 63)),
);
add(
  "signature of 65 bytes",
  withSignature((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
);
add(
  "signature of 65 bytes, zero first",
  withSignature((bytes) => Buffer.concat([Buffer.alloc(1), bytes])),
);
add(
  "signature of 32 bytes",
  withSignature((bytes) => bytes.subarray(0, 32)),
);
add(
  "signature twice",
  withSignature((bytes) => Buffer.concat([bytes, bytes])),
);
add(
  "signature halves swapped",
  withSignature((bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
);
add(
  "signature in hex",
  withSignature((bytes) => bytes.toString("hex")),
);
const edges = { 0: 0n, 1: 1n, "n-1": order - 1n, n: order, "n+1": order + 1n, max: 2n ** 256n - 1n };
for (const [rName, r] of Object.entries(edges)) {
  for (const [sName, s] of Object.entries(edges))
    add(
      `r=${rName} s=${sName}`,
      withSignature(() => pairOf(r, s)),
    );
  add(
    `r=${rName}`,
    withSignature((bytes) => Buffer.concat([number(r), bytes.subarray(32)])),
  );
  add(
    `s=${rName}`,
    withSignature((bytes) => Buffer.concat([bytes.subarray(0, 32), number(r)])),
  );
}
add("signature of another payload", `${head}.${json({ sub: "admin" })}.${tail}`);
add("signature of another header", `${json({ ...goodHeader, kid: attacker.kid })}.${body}.${tail}`);
add("signature by another key", signedBy(attackerKey));

// Spelling and shape.
for (const [at, name] of ["header", "payload", "signature"].entries()) {
  const respell = (change: (segment: string) => string) => {
    const segments = [head, body, tail];
    return segments.with(at, change(segments[at] ?? "")).join(".");
  };
  for (const extra of ["=", "==", " ", "\n", "\t", "\r\n", "\0", "%3D", "\u200b"]) {
    add(
      `${name} followed by ${JSON.stringify(extra)}`,
      respell((segment) => segment + extra),
    );
    add(
      `${name} after ${JSON.stringify(extra)}`,
      respell((segment) => extra + segment),
    );
    add(
      `${name} around ${JSON.stringify(extra)}`,
      respell((segment) => segment.slice(0, 8) + extra + segment.slice(8)),
    );
  }
  add(
    `${name} missing`,
    respell(() => ""),
  );
  add(
    `${name} percent-encoded`,
    respell((segment) => `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`),
  );
}
add("segments signed with padding", genuine(`${json(goodHeader)}==`, json(goodPayload)));
add("segments signed with a space", genuine(json(goodHeader), ` ${json(goodPayload)}`));
add(
  "payload signed in plain base64",
  genuine(json(goodHeader), Buffer.from('{"a":"~~~???"}').toString("base64")),
);
add("payload signed with trailing bits", genuine(json(goodHeader), `${encode('{"a":1}').slice(0, -1)}R`));
add(
  "signature with trailing bits",
  good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) + 1),
);
add("empty", "");
add("one part", head);
add("two parts", `${head}.${body}`);
add("four parts", `${good}.${tail}`);
add("four parts, last empty", `${good}.`);
add("four parts, first empty", `.${good}`);
add("five parts, as a JWE", `${head}.${body}.${tail}.${tail}.${tail}`);
add("dots only", "..");
add("many dots", ".".repeat(8000));
add("with its scheme", `Bearer ${good}`);
add("as JSON serialisation", JSON.stringify({ protected: head, payload: body, signature: tail }));
add("huge", "A".repeat(1_000_000));
add("huge signature", `${head}.${body}.${"A".repeat(1_000_000)}`);

test("the forge makes good tokens when nothing is wrong", () => {
  for (const token of [good, withSignature((bytes) => bytes)]) expect(isAccepted(token)).toBe(true);
});

test("there are enough hostile tokens", () => {
  expect(hostile.size).toBeGreaterThan(150);
});

test.each([...hostile])("refuses: %s", (_, token) => {
  expect(isAccepted(token)).toBe(false);
});
