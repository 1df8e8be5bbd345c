import { generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CertificateRequest, IssueOutcome } from "../domain/certificates/https.ts";
import { hasOpenssl, makeCertificate, type TestCertificate } from "../testing/certificates.ts";
import { notRun } from "../testing/not-run.ts";
import { createAcmeAuthority } from "./acme.ts";

let certificate: TestCertificate;
let server: Server | undefined;
let paths: string[];
beforeEach((context) => {
  if (!hasOpenssl()) notRun(context, "there is no openssl");
  certificate ??= makeCertificate(["127.0.0.1"]);
  paths = [];
});
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** An authority that has a directory and answers everything else as the test says. */
async function issue(
  answer: RequestListener,
  options: { ca?: string | undefined; signal?: AbortSignal; directory?: RequestListener } = {},
): Promise<IssueOutcome> {
  server = createServer({ cert: certificate.chain, key: certificate.privateKey }, (request, response) => {
    paths.push(request.url ?? "");
    if (request.url !== "/dir") return answer(request, response);
    if (options.directory) return options.directory(request, response);
    const at = (path: string) => `https://127.0.0.1:${port}/${path}`;
    response.end(JSON.stringify({ newNonce: at("nonce"), newAccount: at("account"), newOrder: at("order") }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const request: CertificateRequest = {
    domains: ["auth.example.com"],
    email: undefined,
    accountKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publishChallenge: async () => {},
  };
  const ca = "ca" in options ? options.ca : certificate.chain;
  const authority = createAcmeAuthority({ directory: `https://127.0.0.1:${port}/dir`, ca });
  return authority.issue(request, options.signal ?? new AbortController().signal);
}

const limited =
  (status: number, headers: Record<string, string>): RequestListener =>
  (request, response) => {
    if (request.url === "/nonce") return response.writeHead(200, { "replay-nonce": "abc" }).end();
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(
      JSON.stringify({ type: "urn:ietf:params:acme:error:rateLimited", detail: "too many orders" }),
    );
  };

test("who asked too often waits as long as the authority says, and asks once only", async () => {
  expect(await issue(limited(429, { "retry-after": "259200" }))).toEqual({
    kind: "refused",
    why: "too many orders",
    retryAfterMs: 259_200_000,
  });
  expect(paths.filter((path) => path === "/account")).toHaveLength(1);
});

test("also until a date, and for an hour where it does not say", async () => {
  const date = new Date(Date.now() + 7_200_000).toUTCString();
  const dated = await issue(limited(429, { "retry-after": date }));
  expect(dated).toMatchObject({ kind: "refused", why: "too many orders" });
  expect(Math.abs(Number("retryAfterMs" in dated && dated.retryAfterMs) - 7_200_000)).toBeLessThan(60_000);
  expect(await issue(limited(429, {}))).toMatchObject({ retryAfterMs: 3_600_000 });
  expect(await issue(limited(503, {}))).toMatchObject({ kind: "refused", retryAfterMs: 0 });
});

test("a refusal says what the authority says", async () => {
  const outcome = await issue((request, response) => {
    if (request.url === "/nonce") return response.writeHead(200, { "replay-nonce": "abc" }).end();
    response.writeHead(403).end(JSON.stringify({ detail: "an email address is required" }));
  });
  expect(outcome).toMatchObject({
    kind: "refused",
    why: expect.stringContaining("an email address is required"),
  });
});

test("an authority that is not the one it should be is not talked to", async () => {
  const outcome = await issue(() => {}, { ca: undefined });
  expect(outcome).toMatchObject({
    kind: "refused",
    why: expect.stringMatching(/^cannot reach https:\/\/127\.0\.0\.1:\d+: DEPTH_ZERO_SELF_SIGNED_CERT$/),
  });
  expect(paths).toEqual([]);
});

test.each<[string, RequestListener]>([
  ["no directory", (_request, response) => response.end("<html>")],
  ["an error", (_request, response) => response.writeHead(500).end()],
  ["a redirect", (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end()],
  ["a flood", (_request, response) => response.end("x".repeat(2_000_000))],
  ["half an answer", (_request, response) => response.writeHead(200, { "content-length": "9" }).destroy()],
])("%s is refused, not followed and not repeated", async (_what, directory) => {
  const outcome = await issue((_request, response) => response.end(), { directory });
  expect(outcome).toMatchObject({ kind: "refused", why: expect.stringMatching(/./) });
  expect(paths).toEqual(["/dir"]);
});

test("an authority that never answers is left when the time is up", async () => {
  const stopping = new AbortController();
  const outcome = issue(() => stopping.abort(), { signal: stopping.signal });
  expect(await outcome).toMatchObject({ kind: "refused", why: "it took too long" });
});
