import { request } from "node:http";
import { createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const BASE = "https://auth.example.com:8443";
const EMAIL = "root@example.com";
const CLIENT = { "connect-protocol-version": "1" };

type Fields = Record<string, string | string[]>;

/** What a browser or another caller tells, and whether it may use the cookie. */
const table: [told: Fields, isAccepted: boolean][] = [
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-origin", origin: BASE }, true],
  [{ "sec-fetch-site": "same-origin", origin: "https://proxy.example.com" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "cross-site", origin: BASE }, false],
  [{ "sec-fetch-site": "same-site", origin: BASE }, false],
  [{ "sec-fetch-site": "" }, false],
  [{ "sec-fetch-site": "SAME-ORIGIN" }, false],
  [{ "sec-fetch-site": ["cross-site", "same-origin"] }, false],
  [{ origin: BASE }, true],
  [{ origin: "null" }, false],
  [{ origin: "" }, false],
  [{ origin: "https://auth.example.com" }, false],
  [{ origin: "https://auth.example.com:8444" }, false],
  [{ origin: "http://auth.example.com:8443" }, false],
  [{ origin: "https://evil.auth.example.com:8443" }, false],
  [{ origin: `${BASE}.evil.example` }, false],
  [{ origin: `${BASE}/` }, false],
  [{ origin: "https://evil.example" }, false],
  [{ origin: [BASE, "https://evil.example"] }, false],
];

describe.each(engines)("the same-origin proof on $kind", (engine) => {
  let t: TestApp;
  let cookie: string;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: BASE, rateLimits: "off" });
    ({ token } = await t.addAdmin(EMAIL));
    cookie = await t.login();
  });
  afterEach(() => t.close());

  /** The reason, or the HTTP status where there is none. */
  const call = (method: string, headers: Fields, body = "{}"): Promise<string> =>
    new Promise((resolve, reject) => {
      const url = `${t.url}/svc.admin.v1.SessionService/${method}`;
      const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      request(url, options, async (response) => {
        const text = (await response.toArray()).join("");
        const [detail] = (JSON.parse(text) as { details?: { debug: { reason: string } }[] }).details ?? [];
        resolve(detail?.debug.reason ?? String(response.statusCode));
      })
        .on("error", reject)
        .end(body);
    });

  test("the cookie counts only with proof that the call comes from here; a token needs none", async () => {
    const authorization = `Bearer ${token}`;
    for (const [told, isAccepted] of table) {
      const expected = isAccepted ? "200" : "CSRF_REJECTED";
      const answers = [
        await call("GetCurrentAdmin", { cookie, ...told }),
        await call("GetCurrentAdmin", { cookie, ...CLIENT, ...told }),
        await call("GetCurrentAdmin", { cookie, "x-grpc-web": "1", ...told }),
      ];
      expect(answers, JSON.stringify(told)).toEqual([expected, expected, expected]);
      expect(await call("GetCurrentAdmin", { authorization, ...told })).toBe("200");
      expect(await call("GetCurrentAdmin", { authorization, cookie, ...told })).toBe("200");
    }
  });

  test("without a word about its origin the cookie needs a header that forms cannot send", async () => {
    expect(await call("GetCurrentAdmin", { cookie })).toBe("CSRF_REJECTED");
    expect(await call("GetCurrentAdmin", { cookie, ...CLIENT })).toBe("200");
    expect(await call("GetCurrentAdmin", { cookie, "x-grpc-web": "1" })).toBe("200");
    expect(await call("GetCurrentAdmin", { cookie, "x-requested-with": "x", host: "auth.example.com" })).toBe(
      "CSRF_REJECTED",
    );
  });

  test("no other site can log a browser in or out", async () => {
    const body = JSON.stringify({ email: EMAIL, password: ADMIN_PASSWORD });
    for (const [told, isAccepted] of table) {
      const expected = isAccepted ? "200" : "CSRF_REJECTED";
      const answers = [
        await call("Login", told, body),
        await call("Login", { ...CLIENT, ...told }, body),
        await call("Logout", { cookie, ...told }),
      ];
      expect(answers, JSON.stringify(told)).toEqual([expected, expected, expected]);
      const isLoggedOut = (await call("GetCurrentAdmin", { cookie, ...CLIENT })) === "ADMIN_UNAUTHENTICATED";
      expect(isLoggedOut).toBe(isAccepted);
      if (isLoggedOut) cookie = await t.login();
    }
  });

  test("Login and Logout are open to whoever is no browser", async () => {
    const body = JSON.stringify({ email: EMAIL, password: ADMIN_PASSWORD });
    expect(await call("Login", {}, body)).toBe("200");
    expect(await call("Logout", {})).toBe("200");
  });

  test("which credential decides", async () => {
    const { project, secretKey } = await t.addProject();
    const authorization = `Bearer ${token}`;
    const stale = `__Host-svc_admin=${"A".repeat(43)}`;
    const get = (headers: Fields) => call("GetCurrentAdmin", { ...CLIENT, ...headers });
    expect(await get({ authorization: `Bearer ${token.slice(0, -1)}`, cookie })).toBe(
      "ADMIN_UNAUTHENTICATED",
    );
    expect(await get({ authorization: `Bearer ${secretKey}`, cookie })).toBe("WRONG_SURFACE");
    expect(await get({ authorization, cookie: stale })).toBe("200");
    expect(await get({ "x-svc-key": secretKey })).toBe("WRONG_SURFACE");
    expect(await get({ "x-svc-key": project.publishableKey })).toBe("WRONG_SURFACE");
    expect(await get({ cookie: `__Host-svc_admin=${secretKey}` })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: `__Host-svc_admin=${token}` })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: stale })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: "__Host-svc_admin=" })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: "theme=dark" })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: `theme=dark; ${cookie}; a=b` })).toBe("200");
    expect(await get({ cookie: `${cookie}; ${stale}` })).toBe("ADMIN_UNAUTHENTICATED");
    // Of another host or without HTTPS: only the prefixed one counts here.
    expect(await get({ cookie: cookie.replace("__Host-", "") })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await get({ cookie: "__host-svc_admin=x" })).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("the cookie works in every protocol, with the same proof", async () => {
    const withHeaders =
      (headers: Record<string, string>): Interceptor =>
      (next) =>
      (call) => {
        for (const [name, value] of Object.entries(headers)) call.header.set(name, value);
        return next(call);
      };
    const current = (transport: Transport) => createClient(SessionService, transport).getCurrentAdmin({});
    const grpc = (headers: Record<string, string>) =>
      createGrpcTransport({ baseUrl: t.url, interceptors: [withHeaders(headers)] });
    const grpcWeb = (headers: Record<string, string>) =>
      createGrpcWebTransport({ baseUrl: t.url, httpVersion: "1.1", interceptors: [withHeaders(headers)] });

    expect((await current(grpc({ cookie, origin: BASE }))).admin?.email).toBe(EMAIL);
    expect((await current(grpc({ cookie, "x-grpc-web": "1" }))).admin?.email).toBe(EMAIL);
    expect((await current(grpcWeb({ cookie }))).admin?.email).toBe(EMAIL);
    expect((await current(grpc({ authorization: `Bearer ${token}` }))).admin?.email).toBe(EMAIL);
    expect(await reasonOf(current(grpc({ cookie })))).toBe("CSRF_REJECTED");
    expect(await reasonOf(current(grpc({ cookie, origin: "https://evil.example" })))).toBe("CSRF_REJECTED");
    expect(await reasonOf(current(grpcWeb({ cookie, "sec-fetch-site": "cross-site" })))).toBe(
      "CSRF_REJECTED",
    );
  });

  test("no answer of the surface permits another origin to read it", async () => {
    for (const method of ["OPTIONS", "POST"]) {
      const headers = { origin: "https://evil.example", "access-control-request-method": "POST", cookie };
      const answer = await fetch(`${t.url}/svc.admin.v1.SessionService/GetCurrentAdmin`, { method, headers });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("what a form of another site can send changes nothing", async () => {
    const path = `${t.url}/svc.admin.v1.SessionService/Logout`;
    const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
    for (const type of types) {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "content-type": type, cookie },
        body: "{}",
      });
      expect(answer.status).toBe(415);
    }
    for (const method of ["GET", "HEAD", "PUT"]) {
      const override = { "x-http-method-override": "POST", cookie, ...CLIENT };
      expect((await fetch(`${path}?encoding=json&message={}`, { method, headers: override })).status).toBe(
        405,
      );
    }
    expect(await call("GetCurrentAdmin", { cookie, ...CLIENT })).toBe("200");
  });
});
