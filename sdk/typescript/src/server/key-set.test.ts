import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  baseUrl,
  good,
  header,
  json,
  type KeyPair,
  newKeyPair,
  now,
  ours,
  payload,
  signedBy,
} from "./testing/forge-token.ts";
import { JwksServer } from "./testing/jwks-server.ts";
import type { TokenError } from "./token-error.ts";
import { createVerifier, type Verifier } from "./verifier.ts";

const MINUTE = 60_000;
const next = newKeyPair();
const tokenOf = ({ privateKey, kid }: KeyPair): string => signedBy(privateKey, { kid });

/** A verifier whose tokens never expire, with a clock that only the test moves. */
function bench(...keys: KeyPair[]) {
  const server = new JwksServer(...keys);
  const clock = { now };
  const verifier = createVerifier({
    baseUrl,
    project: "demo",
    fetch: server.fetch,
    now: () => clock.now,
    clockToleranceSec: 1e9,
  });
  return { server, clock, verifier };
}

const reasonOf = (verifier: Verifier, token: string): Promise<string> =>
  verifier.verify(token).then(
    () => "accepted",
    (error: TokenError) => error.reason,
  );
const unreachable = (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));

test("keys are fetched once, from the project's own address, by whoever comes first", async () => {
  const { server, verifier } = bench(ours);
  expect(server.asked).toEqual([]);
  await Promise.all(Array.from({ length: 50 }, () => verifier.verify(good)));
  await verifier.verify(good);
  expect(server.asked).toEqual([{ url: `${baseUrl}/p/demo/.well-known/jwks.json`, isForced: false }]);
});

test("a rotated key is picked up within one refetch, also right after a normal fetch", async () => {
  const { server, verifier } = bench(ours);
  await verifier.verify(good);
  server.keys = [next.jwk, ours.jwk];
  const verified = await Promise.all(
    [tokenOf(next), good, tokenOf(next)].map((token) => verifier.verify(token)),
  );
  expect(verified.map(({ kid }) => kid)).toEqual([next.kid, ours.kid, next.kid]);
  expect(server.asked.map(({ isForced }) => isForced)).toEqual([false, true]);
});

test("strangers' kids cause one fetch a minute, however many come at once", async () => {
  const { server, clock, verifier } = bench(ours);
  await verifier.verify(good);
  const strangers = Array.from({ length: 40 }, newKeyPair).map(tokenOf);
  const reasons = await Promise.all(strangers.map((token) => reasonOf(verifier, token)));
  expect(new Set(reasons)).toEqual(new Set(["KEY_UNKNOWN"]));
  for (const token of strangers) expect(await reasonOf(verifier, token)).toBe("KEY_UNKNOWN");
  clock.now += MINUTE - 1;
  expect(await reasonOf(verifier, tokenOf(next))).toBe("KEY_UNKNOWN");
  expect(server.asked).toHaveLength(2);
  clock.now += 1;
  expect(await reasonOf(verifier, tokenOf(next))).toBe("KEY_UNKNOWN");
  expect(server.asked).toHaveLength(3);
});

test("a stranger who uses up the forced fetch does not delay a key that was published before it signs", async () => {
  const { server, clock, verifier } = bench(ours, next);
  await verifier.verify(good);
  expect(await reasonOf(verifier, tokenOf(newKeyPair()))).toBe("KEY_UNKNOWN");
  expect(await reasonOf(verifier, tokenOf(next))).toBe("accepted");
  expect(server.asked).toHaveLength(2);

  // Published while the kept keys were fresh, and signing a quarter of an hour later.
  const later = newKeyPair();
  server.keys = [ours.jwk, next.jwk, later.jwk];
  clock.now += 15 * MINUTE;
  expect(await reasonOf(verifier, tokenOf(newKeyPair()))).toBe("KEY_UNKNOWN");
  expect(await reasonOf(verifier, tokenOf(later))).toBe("accepted");
});

test("a stranger whose forced fetch fails does not delay it either", async () => {
  const { server, verifier } = bench(ours, next);
  await verifier.verify(good);
  server.fault = unreachable;
  expect(await reasonOf(verifier, tokenOf(newKeyPair()))).toBe("KEYS_UNAVAILABLE");
  expect(await reasonOf(verifier, tokenOf(next))).toBe("accepted");
});

test("a stranger's kid as the very first token costs two fetches", async () => {
  const { server, verifier } = bench(ours);
  expect(await reasonOf(verifier, tokenOf(next))).toBe("KEY_UNKNOWN");
  expect(await reasonOf(verifier, good)).toBe("accepted");
  expect(server.asked).toHaveLength(2);
});

test("a key taken out of the JWKS is no longer accepted once the cache has aged", async () => {
  const { server, clock, verifier } = bench(ours, next);
  await verifier.verify(good);
  server.keys = [next.jwk];
  clock.now += 5 * MINUTE - 1;
  expect(await reasonOf(verifier, good)).toBe("accepted");
  clock.now += 1;
  expect(await reasonOf(verifier, good)).toBe("KEY_UNKNOWN");
});

test("while the server is down known keys stay good, and it is asked only now and then", async () => {
  const { server, clock, verifier } = bench(ours);
  await verifier.verify(good);
  server.fault = unreachable;
  clock.now += 24 * 60 * MINUTE;
  for (let i = 0; i < 20; i++) expect(await reasonOf(verifier, good)).toBe("accepted");
  expect(server.asked).toHaveLength(2);
  clock.now += 5_000;
  expect(await reasonOf(verifier, good)).toBe("accepted");
  expect(server.asked).toHaveLength(3);
  server.fault = undefined;
  server.keys = [next.jwk];
  clock.now += 5_000;
  expect(await reasonOf(verifier, good)).toBe("KEY_UNKNOWN");
});

test("a kid that cannot be looked up is no verdict on the token", async () => {
  const { server, clock, verifier } = bench(ours);
  await verifier.verify(good);
  server.fault = unreachable;
  for (let i = 0; i < 3; i++) expect(await reasonOf(verifier, tokenOf(next))).toBe("KEYS_UNAVAILABLE");
  expect(server.asked).toHaveLength(2);
  server.fault = undefined;
  server.keys = [ours.jwk, next.jwk];
  clock.now += MINUTE;
  expect(await reasonOf(verifier, tokenOf(next))).toBe("accepted");
});

test("a server that was never reached is asked again after five seconds, and says why", async () => {
  const { server, clock, verifier } = bench(ours);
  server.fault = unreachable;
  const error = await verifier.verify(good).then(
    () => expect.fail("accepted"),
    (refused: TokenError) => refused,
  );
  expect(error).toMatchObject({
    reason: "KEYS_UNAVAILABLE",
    status: 503,
    cause: { message: "fetch failed" },
  });
  server.fault = undefined;
  expect(await reasonOf(verifier, good)).toBe("KEYS_UNAVAILABLE");
  expect(server.asked).toHaveLength(1);
  clock.now += 5_000;
  expect(await reasonOf(verifier, good)).toBe("accepted");
});

test.each<[string, () => Promise<Response>]>([
  ["a 500", async () => new Response("no", { status: 500 })],
  ["a 404", async () => Response.json({ keys: [ours.jwk] }, { status: 404 })],
  [
    "a redirect",
    async () => new Response(null, { status: 302, headers: { location: "https://attacker.example" } }),
  ],
  ["no JSON", async () => new Response("<html>")],
  ["null", async () => new Response("null")],
  ["no keys", async () => Response.json({})],
  ["keys that are no list", async () => Response.json({ keys: ours.jwk })],
  ["a flood", async () => new Response(JSON.stringify({ keys: [ours.jwk], x: "x".repeat(200_000) }))],
])("an answer that is no JWKS counts as no answer: %s", async (_, fault) => {
  const { server, clock, verifier } = bench(ours);
  server.fault = fault;
  expect(await reasonOf(verifier, good)).toBe("KEYS_UNAVAILABLE");
  server.fault = undefined;
  clock.now += 5_000;
  await verifier.verify(good);
  server.fault = fault;
  clock.now += 10 * MINUTE;
  expect(await reasonOf(verifier, good)).toBe("accepted");
});

test("keys of another kind in the JWKS are passed over", async () => {
  const { server, verifier } = bench();
  const others = [
    null,
    "text",
    {},
    { ...ours.jwk, kty: "RSA" },
    { ...ours.jwk, crv: "P-384" },
    { ...ours.jwk, alg: "ES384" },
    { ...ours.jwk, use: "enc" },
    { ...ours.jwk, x: ours.jwk.y },
    { ...ours.jwk, y: undefined },
    { ...ours.jwk, kid: 1 },
  ];
  server.keys = others as object[];
  expect(await reasonOf(verifier, good)).toBe("KEY_UNKNOWN");
  const second = bench();
  second.server.keys = [...others, ours.jwk] as object[];
  expect(await reasonOf(second.verifier, good)).toBe("accepted");
});

test("a normal fetch that is slow does not undo a rotation", async () => {
  const { server, clock, verifier } = bench(ours);
  await verifier.verify(good);
  const { promise: held, resolve: release } = Promise.withResolvers<Response>();
  clock.now += 5 * MINUTE;
  server.fault = () => held;
  const waiting = verifier.verify(good);
  expect(await reasonOf(verifier, good)).toBe("accepted"); // does not wait
  server.fault = undefined;
  server.keys = [ours.jwk, next.jwk];
  const rotated = verifier.verify(tokenOf(next));
  release(Response.json({ keys: [ours.jwk] }));
  await waiting;
  expect((await rotated).kid).toBe(next.kid);
  expect((await verifier.verify(tokenOf(next))).kid).toBe(next.kid);
  expect(server.asked.map(({ isForced }) => isForced)).toEqual([false, false, true]);
});

test("a server that accepts and never answers is given up on", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  const verifier = createVerifier({ baseUrl: `http://127.0.0.1:${port}`, project: "demo", timeoutMs: 50 });
  expect(await reasonOf(verifier, good)).toBe("KEYS_UNAVAILABLE");
  silent.close().closeAllConnections();
});

test("another address for the keys changes nothing of what is expected of a token", async () => {
  const { server } = bench(ours);
  const jwksUrl = "http://10.0.0.7:8080/p/demo/.well-known/jwks.json";
  const verifier = createVerifier({
    baseUrl: `${baseUrl}/`,
    project: "demo",
    jwksUrl,
    fetch: server.fetch,
    now: () => now,
  });
  expect((await verifier.verify(good)).userId).toBe(payload.sub);
  expect(server.asked[0]?.url).toBe(jwksUrl);
  expect(verifier).toMatchObject({ issuer: `${baseUrl}/p/demo`, audience: "demo" });
});

test("a mistake in the options is told at once", () => {
  for (const wrong of ["", "auth.example.com", "ftp://a", "https://a/?q"]) {
    expect(() => createVerifier({ baseUrl: wrong, project: "demo" })).toThrow(TypeError);
  }
  for (const wrong of ["", "My App", "a/b", "../x"]) {
    expect(() => createVerifier({ baseUrl, project: wrong })).toThrow(TypeError);
  }
  expect(json(header)).toBe(good.split(".")[0]);
});
