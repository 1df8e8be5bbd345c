import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authOf } from "./auth-of.ts";
import { expressAuth } from "./express-auth.ts";
import { fastifyAuth } from "./fastify-auth.ts";
import { type HonoAuth, honoAuth } from "./hono-auth.ts";
import { baseUrl, good, now, ours, payload, withClaims } from "./testing/forge-token.ts";
import { JwksServer } from "./testing/jwks-server.ts";
import type { VerifiedToken } from "./verified-token.ts";
import { createVerifier } from "./verifier.ts";
import { withAuth } from "./with-auth.ts";

const jwks = new JwksServer(ours);
const verifier = createVerifier({ baseUrl, project: "demo", fetch: jwks.fetch, now: () => now });
const broken = createVerifier({
  baseUrl,
  project: "demo",
  fetch: () => Promise.reject(new TypeError("fetch failed")),
  now: () => now,
});
/** Fails in a way that is no verdict on a token: a bug. */
const buggy = { ...verifier, verify: () => Promise.reject(new RangeError("a bug")) };

const told = ({ userId, claims }: VerifiedToken) => ({ userId, claims });
const guest = withClaims({ email: undefined, email_verified: false, anonymous: true });

type Asked = (path: string, token?: string) => Promise<Response>;
const kinds: Record<string, () => Promise<{ ask: Asked; close: () => unknown }>> = {
  async fetch() {
    const routes: Record<string, (request: Request, suffix: string) => Promise<Response>> = {
      "/me": withAuth(verifier, (_request, token, suffix: string) =>
        Response.json({ ...told(token), suffix }),
      ),
      "/members": withAuth(verifier, (_, token) => Response.json(told(token)), { allowAnonymous: false }),
      "/down": withAuth(broken, () => new Response("never")),
      "/bug": withAuth(buggy, () => new Response("never")),
    };
    const ask: Asked = (path, token) =>
      Promise.resolve(
        routes[path]?.(new Request(`http://x${path}`, { headers: bearer(token) }), "").catch(
          () => new Response("", { status: 500 }),
        ) ?? expect.fail(),
      );
    return { ask, close: () => {} };
  },

  async express() {
    const app = express();
    app.get("/me", expressAuth(verifier), (request, response) => void response.json(told(authOf(request))));
    const members = expressAuth(verifier, { allowAnonymous: false });
    app.get("/members", members, (request, response) => void response.json(told(authOf(request))));
    app.get("/down", expressAuth(broken), (_request, response) => void response.send("never"));
    app.get("/bug", expressAuth(buggy), (_request, response) => void response.send("never"));
    app.get("/open", (request, response) => void response.json(told(authOf(request))));
    const quiet: express.ErrorRequestHandler = (_error, _request, response, _next) =>
      void response.status(500).end();
    app.use(quiet);
    return serve(createServer(app));
  },

  async fastify() {
    const app = fastify();
    app.get("/me", { onRequest: fastifyAuth(verifier) }, async (request) => told(authOf(request)));
    const members = fastifyAuth(verifier, { allowAnonymous: false });
    app.get("/members", { preHandler: members }, async (request) => told(authOf(request)));
    app.get("/down", { onRequest: fastifyAuth(broken) }, async () => "never");
    app.get("/bug", { onRequest: fastifyAuth(buggy) }, async () => "never");
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    return {
      ask: (path, token) => fetch(`${address}${path}`, { headers: bearer(token) }),
      close: () => app.close(),
    };
  },

  async hono() {
    const app = new Hono<HonoAuth>();
    app.get("/me", honoAuth(verifier), (c) => c.json(told(c.get("auth"))));
    app.get("/members", honoAuth(verifier, { allowAnonymous: false }), (c) => c.json(told(c.get("auth"))));
    app.get("/down", honoAuth(broken), (c) => c.text("never"));
    app.get("/bug", honoAuth(buggy), (c) => c.text("never"));
    app.onError((_error, c) => c.text("", 500));
    return { ask: async (path, token) => app.request(path, { headers: bearer(token) }), close: () => {} };
  },
};

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function serve(server: Server): Promise<{ ask: Asked; close: () => unknown }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask: Asked = (path, token) => fetch(`http://127.0.0.1:${port}${path}`, { headers: bearer(token) });
  return { ask, close: () => server.close().closeAllConnections() };
}

describe.each(Object.keys(kinds))("a server with %s", (kind) => {
  let ask: Asked;
  let close: () => unknown;
  beforeAll(async () => {
    ({ ask, close } = (await kinds[kind]?.()) ?? expect.fail());
  });
  afterAll(() => close());

  test("lets a good token through and tells whose it is", async () => {
    for (const path of ["/me", "/members"]) {
      const answer = await ask(path, good);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ userId: payload.sub, claims: payload.claims });
    }
  });

  test("asks for a token when there is none", async () => {
    const answer = await ask("/me");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ status: 401, reason: "TOKEN_MISSING" });
  });

  test("refuses a bad token with its reason", async () => {
    const answer = await ask("/me", withClaims({ exp: now / 1000 - 60 }));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expect(await answer.json()).toEqual({
      type: "about:blank",
      title: "the token has expired",
      status: 401,
      reason: "TOKEN_EXPIRED",
    });
  });

  test("lets guests in where it was not told otherwise", async () => {
    expect((await ask("/me", guest)).status).toBe(200);
    const answer = await ask("/members", guest);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ reason: "ANONYMOUS_NOT_ALLOWED" });
  });

  test("says when it cannot tell", async () => {
    const answer = await ask("/down", good);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toMatchObject({ reason: "KEYS_UNAVAILABLE" });
  });

  test("does not take a bug for a bad token", async () => {
    expect((await ask("/bug", good)).status).toBe(500);
  });
});

test.each(["bearer", "BEARER"])("the scheme may be written %s", async (scheme) => {
  const answer = await withAuth(
    verifier,
    () => new Response(),
  )(new Request("http://x", { headers: { authorization: `${scheme} ${good}` } }));
  expect(answer.status).toBe(200);
});

test.each([
  "",
  "Bearer",
  "Bearer ",
  `Basic ${good}`,
  good,
  `Bearer ${good} x`,
  `Bearer ${good}, Bearer ${good}`,
])("no token in: %s", async (authorization) => {
  const request = new Request("http://x", { headers: { authorization } });
  const answer = await withAuth(verifier, () => new Response())(request);
  expect(await answer.json()).toMatchObject({ reason: "TOKEN_MISSING" });
});

test("a handler's own error is its own", async () => {
  const handler = withAuth(verifier, () => {
    throw new RangeError("of the handler");
  });
  const request = new Request("http://x", { headers: bearer(good) });
  await expect(handler(request)).rejects.toThrow(RangeError);
});

test("a route without the middleware has no token", () => {
  expect(() => authOf({})).toThrow("add expressAuth or fastifyAuth");
});
