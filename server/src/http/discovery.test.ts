import { request } from "node:http";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../domain/projects/project.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

const PATHS = [
  "/p/demo/.well-known/openid-configuration",
  "/p/demo/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration/p/demo",
  "/.well-known/oauth-authorization-server/p/demo",
];
const CACHED = "public, max-age=300, stale-if-error=86400";

describe.each(engines)("Discovery on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: "https://auth.example.com" });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const documentAt = async (path = PATHS[0]) => (await fetch(`${t.url}${path}`)).json();

  test.each(PATHS)("%s has the document, which may be cached and read by any origin", async (path) => {
    const answer = await fetch(`${t.url}${path}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": CACHED,
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(await answer.json()).toEqual({
      issuer: "https://auth.example.com/p/demo",
      jwks_uri: "https://auth.example.com/p/demo/.well-known/jwks.json",
      authorization_endpoint: "https://auth.example.com/p/demo/authorize",
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      claims_supported: expect.any(Array),
    });
  });

  test("the issuer is that of the access tokens, and the claims are those that they have", async () => {
    const member = await t.addUser(project, "ada@example.com", "correct horse battery");
    const guest = await t.auth(project).signInAnonymously({});
    const tokens = [member, guest].map(({ accessToken }) => decodeJwt(accessToken));
    const { issuer, claims_supported } = await documentAt();
    expect(tokens.map(({ iss }) => iss)).toEqual([issuer, issuer]);
    expect(new Set(tokens.flatMap((claims) => Object.keys(claims)))).toEqual(new Set(claims_supported));
  });

  test("what the request says about its host changes nothing", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
    };
    const body = await new Promise<string>((resolve, reject) => {
      request(`${t.url}${PATHS[0]}`, { headers }, async (response) => {
        resolve(Buffer.concat(await response.toArray()).toString());
      })
        .once("error", reject)
        .end();
    });
    expect(JSON.parse(body)).toEqual(await documentAt());
    expect(body).not.toContain("evil");
  });

  test("is not sent again to who has it, and HEAD tells the same without the body", async () => {
    const get = await fetch(`${t.url}${PATHS[0]}`);
    const etag = get.headers.get("etag") ?? "";
    const again = await fetch(`${t.url}${PATHS[2]}`, { headers: { "if-none-match": `W/${etag}` } });
    expect(again.status).toBe(304);
    expect(again.headers.get("cache-control")).toBe(CACHED);
    expect(await again.text()).toBe("");
    const head = await fetch(`${t.url}${PATHS[0]}`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).toBe(etag);
    expect(head.headers.get("content-length")).toBe(String((await get.text()).length));
    expect(await head.text()).toBe("");
  });

  test("an unknown project and a deleted one are 404 as problem+json", async () => {
    const { token } = await t.addAdmin();
    await t.projects(token).deleteProject({ project: "demo" });
    for (const path of [...PATHS, ...PATHS.map((path) => path.replace("demo", "nope"))]) {
      const answer = await fetch(`${t.url}${path}`);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toMatchObject({ reason: "NOT_FOUND", metadata: { resource: "project" } });
    }
  });

  test("other methods are 405, and there is no document of the server itself", async () => {
    const answer = await fetch(`${t.url}${PATHS[0]}`, { method: "POST", body: "x" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
    expect((await fetch(`${t.url}/.well-known/openid-configuration`)).status).toBe(404);
  });

  test.each(["GET", "POST"])(
    "%s of the authorization endpoint is 400 and says what to use instead",
    async (method) => {
      const { authorization_endpoint, issuer } = await documentAt();
      const form = new URLSearchParams({ response_type: "code", client_id: "x", state: "<script>" });
      const address = `${t.url}${new URL(authorization_endpoint).pathname}`;
      const answer = await (method === "GET"
        ? fetch(`${address}?${form}`)
        : fetch(address, { method, body: form, headers: { origin: "https://elsewhere.example" } }));
      expect(answer.status).toBe(400);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const text = await answer.text();
      expect(text).toContain("does not support the OAuth 2.0 authorization code flow");
      expect(text).toContain(`<code>${issuer}/.well-known/jwks.json</code>`);
      expect(text).not.toContain("<script>");
      expect((await fetch(`${t.url}/p/nope/authorize`)).status).toBe(404);
    },
  );
});
