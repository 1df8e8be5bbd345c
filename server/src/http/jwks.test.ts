import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertSigningKey } from "../storage/signing-keys.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

const HOUR = 3_600_000;

describe.each(engines)("JWKS on $kind", (engine) => {
  let t: TestApp;
  let projectId: string;
  let url: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const { token } = await t.addAdmin();
    const { project } = await t.projects(token).createProject({ name: "Demo", slug: "demo" });
    projectId = project?.id ?? "";
    url = project?.jwksUrl ?? "";
  });
  afterEach(() => t.close());

  const keys = async (): Promise<{ kid: string }[]> =>
    ((await (await fetch(url)).json()) as { keys: { kid: string }[] }).keys;

  test("may be cached for five minutes and read by any origin", async () => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  test("is not sent again to who has it, also behind a proxy that compresses", async () => {
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await fetch(url, { headers: { "if-none-match": known } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get("etag")).toBe(etag);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
      expect(await answer.text()).toBe("");
    }
    expect((await fetch(url, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("HEAD tells the same without the body", async () => {
    const get = await fetch(url);
    const head = await fetch(url, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect(head.headers.get("content-length")).toBe(String((await get.text()).length));
    expect(await head.text()).toBe("");
  });

  test("holds the active key and those in their grace, by the server's clock", async () => {
    const [active, standBy, ...others] = await keys();
    expect(others).toEqual([]);
    const etag = (await fetch(url)).headers.get("etag");
    await insertSigningKey(t.app.db, {
      kid: "previous",
      projectId,
      publicJwk: JSON.stringify({ kty: "EC", kid: "previous" }),
      privateKeySealed: "sealed",
      createdAt: t.app.clock() - HOUR,
      graceUntil: t.app.clock() + HOUR,
    });

    expect((await keys()).map(({ kid }) => kid)).toEqual([active?.kid, standBy?.kid, "previous"]);
    expect((await fetch(url)).headers.get("etag")).not.toBe(etag);
    t.advance(HOUR - 1);
    expect(await keys()).toHaveLength(3);
    t.advance(1);
    expect(await keys()).toEqual([active, standBy]);
  });

  test.each(["nope", "demo2", "a".repeat(300)])("the slug %s is 404 as problem+json", async (slug) => {
    const answer = await fetch(`${t.url}/p/${slug}/.well-known/jwks.json`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      status: 404,
      reason: "NOT_FOUND",
      metadata: { resource: "project" },
    });
  });

  test.each(["DEMO", "demo%20", "de/mo", "..", "d%65mo"])("%s is no slug", async (slug) => {
    expect((await fetch(`${t.url}/p/${slug}/.well-known/jwks.json`)).status).toBe(404);
  });

  test("POST is 405 and says what is allowed", async () => {
    const answer = await fetch(url, { method: "POST", body: "x" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
  });
});
