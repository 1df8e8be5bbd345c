import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleRoutes } from "../src/http/console.ts";
import { createListener, type Listener } from "../src/http/listener.ts";
import { requestListener } from "../src/http/routes.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

type Seen = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** With node:http, because fetch decompresses and follows by itself. */
function see(url: string, headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });
}

/** A cookie is enough for the files: whose it is, the calls find out. */
const SIGNED_IN = { cookie: "svc_admin=anything" };

describe("the console over HTTP", () => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engines[0] ?? expect.fail());
  });
  afterEach(() => t.close());

  const assets = async (): Promise<string[]> => {
    const { body } = await see(`${t.url}/console/`, SIGNED_IN);
    return [...body.toString().matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? "",
    );
  };

  test("every address below /console/ is the app, and none outside", async () => {
    await t.addAdmin();
    const app = (await see(`${t.url}/console/nowhere/at/all`, SIGNED_IN)).body;
    const script = /<script[^>]+>/.exec(app.toString())?.[0] ?? expect.fail();
    for (const path of [
      "/console/",
      "/console/p/demo/users?q=a",
      "/console/p/demo/users/abc",
      "/console/instance",
    ]) {
      expect((await see(`${t.url}${path}`, SIGNED_IN)).body.toString(), path).toContain(script);
    }
    expect((await see(`${t.url}/console/sign-in`, SIGNED_IN)).body.toString()).not.toContain(script);
    expect((await see(`${t.url}/`)).headers.location).toBe("/console/");
    expect((await see(`${t.url}/console`)).headers.location).toBe("/console/");
    for (const path of ["/consoles/", "/users", "/console/assets/nothing.js"]) {
      expect((await see(`${t.url}${path}`)).status, path).toBe(404);
    }
    const manifest = await see(`${t.url}/console/manifest.json`, SIGNED_IN);
    expect(manifest.body.equals(app)).toBe(true); // the build's own notes are not served
  });

  test("without a cookie every address is the page to sign in, and a cache knows the two apart", async () => {
    await t.addAdmin();
    const signIn = await see(`${t.url}/console/sign-in`);
    const deep = await see(`${t.url}/console/p/demo/users?q=a`);
    expect(deep).toMatchObject({ status: 200, headers: { "cache-control": "no-cache" } });
    expect(deep.body.equals(signIn.body)).toBe(true);
    expect(deep.headers.vary).toContain("cookie");
    const etag = { "if-none-match": deep.headers.etag ?? "" };
    expect((await see(`${t.url}/console/p/demo/users?q=a`, etag)).status).toBe(304);
    expect((await see(`${t.url}/console/p/demo/users?q=a`, { ...etag, ...SIGNED_IN })).status).toBe(200);
  });

  test("the page of a screen names every file that the screen needs", async () => {
    await t.addAdmin();
    const users = (await see(`${t.url}/console/p/demo/users`, SIGNED_IN)).body.toString();
    const user = (await see(`${t.url}/console/p/demo/users/abc`, SIGNED_IN)).body.toString();
    const metrics = (await see(`${t.url}/console/p/demo/billing/metrics`, SIGNED_IN)).body.toString();
    expect(users).toMatch(/modulepreload[^>]+assets\/users-/);
    expect(user).toMatch(/modulepreload[^>]+assets\/user-/);
    expect(metrics).toMatch(/modulepreload[^>]+assets\/billing-metrics-/);
    expect((await see(`${t.url}/console/`, SIGNED_IN)).body.toString()).toMatch(/assets\/projects-/);
    expect((await see(`${t.url}/console/p/demo`, SIGNED_IN)).body.toString()).toMatch(/assets\/overview-/);
  });

  test("hashed files are kept for ever, the pages are asked for again", async () => {
    const [asset = expect.fail("no assets")] = await assets();
    expect((await see(t.url + asset)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const page = await see(`${t.url}/console/`, SIGNED_IN);
    expect(page.headers["cache-control"]).toBe("no-cache");
    const again = await see(`${t.url}/console/`, { "if-none-match": page.headers.etag ?? "", ...SIGNED_IN });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test("the best encoding that the browser takes is sent, and all are the same content", async () => {
    for (const path of await assets()) {
      const plain = await see(t.url + path);
      const br = await see(t.url + path, { "accept-encoding": "gzip, deflate, br" });
      const gzip = await see(t.url + path, { "accept-encoding": "gzip, br;q=0" });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(br.headers["content-encoding"]).toBe("br");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
      expect(br.headers.vary).toBe("accept-encoding");
    }
  });

  test("the policy allows no inline script or style, no other origin and no frame", async () => {
    for (const path of ["/console/", "/console/sign-in", "/console/status.json", "/console/p/demo/users"]) {
      const { headers } = await see(t.url + path, SIGNED_IN);
      const policy = String(headers["content-security-policy"]).split("; ");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
    for (const path of await assets()) {
      const { headers } = await see(t.url + path);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
  });

  test("previews are shown in a page that runs nothing, asks nobody and only the console can frame", async () => {
    const { headers, body } = await see(`${t.url}/console/preview`);
    expect(body.toString()).toBe("<!doctype html>");
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(String(headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "img-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-same-origin",
    ]);
    const console = await see(`${t.url}/console/`);
    expect(String(console.headers["content-security-policy"]).split("; ")).toContain("frame-src 'self'");
  });

  test("who is not signed in learns whether there is an administrator, and nothing else", async () => {
    const page = async () => (await see(`${t.url}/console/`)).body.toString();
    expect(await page()).toContain("<html data-first-run ");
    const status = async () => (await see(`${t.url}/console/status.json`)).body.toString();
    expect(await status()).toBe('{"hasAdmin":false}');
    await t.addAdmin();
    await t.addAdmin("second@example.com");
    await t.addProject();
    expect(await status()).toBe('{"hasAdmin":true}');
    expect(await page()).not.toContain("data-first-run");
  });

  test("a console that is not built says so, and is found once it is", async () => {
    let isBuilt = false;
    const file = { contentType: "text/html", hash: "h", identity: Buffer.from("<p>app") };
    const files = new Map([["index.html", file]]);
    const listener: Listener = createListener();
    listener.serve(
      requestListener(
        t.app,
        () => false,
        consoleRoutes(t.app, { hasSession: () => true, read: () => (isBuilt ? files : undefined) }),
      ),
    );
    const url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
    const missing = await see(`${url}/console/`);
    expect(missing.status).toBe(503);
    expect(missing.body.toString()).toContain("npm run build");
    isBuilt = true;
    expect((await see(`${url}/console/`)).body.toString()).toBe("<p>app");
    await listener.drain();
  });
});
