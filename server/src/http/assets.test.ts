import { get } from "node:http";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { png, svg } from "../testing/asset-files.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

describe.each(engines)("GET /assets/{project}/{name} on $kind", (engine) => {
  let t: TestApp;
  let projectId: string;
  let asset: string;
  let url: string;
  let token: string;
  beforeAll(async () => {
    t = await TestApp.open(engine);
    projectId = (await t.addProject("Fernweh")).project.id;
    await t.addProject("Other");
    ({ token } = await t.addAdmin());
    const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
    ({ asset, url } = await themes.uploadLogo({ project: "fernweh", data: png() }));
  });
  afterAll(() => t.close());

  /** As it is; fetch would tidy the path up before sending it. */
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port: new URL(t.url).port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });

  test("is good for ever, shown by any site, and can do nothing as a page", async () => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png().length),
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${asset.split(".")[0]}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      "referrer-policy": "no-referrer",
    });
    expect(answer.headers.has("set-cookie")).toBe(false);
  });

  test("a drawing has a policy of its own, and cannot run anything as a page", async () => {
    const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
    const { url } = await themes.uploadLogo({ project: "fernweh", data: svg() });
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });

  test("HEAD has the headers, and who has the file already gets no second one", async () => {
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(png().length)]);
    const etag = head.headers.get("etag") ?? "";
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await fetch(url, { headers: { "if-none-match": tag } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
      expect(again.headers.get("cache-control")).toContain("immutable");
    }
    expect((await fetch(url, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });

  test("anything else is not found, and says nothing about what is there", async () => {
    const hash = asset.slice(0, 32);
    const paths = [
      "/assets",
      "/assets/",
      "/assets/fernweh",
      "/assets/fernweh/",
      `/assets/${asset}`,
      `/assets/other/${asset}`,
      `/assets/nope/${asset}`,
      `/assets/${projectId}/${asset}`,
      `/assets/FERNWEH/${asset}`,
      `/assets/fernweh/${asset}/`,
      `/assets/fernweh//${asset}`,
      `/assets/fernweh/${asset.toUpperCase()}`,
      `/assets/fernweh/${hash}`,
      `/assets/fernweh/${hash}.jpg`,
      `/assets/fernweh/${hash}.svg`,
      `/assets/fernweh/${asset}%00`,
      `/assets/fernweh/${asset}%0a`,
      `/assets/fernweh/${"0".repeat(32)}.png`,
      `/assets/other/../fernweh/${asset}`,
      `/assets/other/%2e%2e/fernweh/${asset}`,
      `/assets/other/..%2ffernweh%2f${asset}`,
      "/assets/../package.json",
      "/assets/fernweh/../../package.json",
      "/assets/fernweh/..%2f..%2f..%2fetc%2fpasswd",
      "/assets/fernweh/....//....//etc/passwd",
      `/assets/fernweh' or '1'='1/${asset}`.replaceAll(" ", "%20"),
      "/assets/__proto__/constructor",
    ];
    for (const path of paths) expect(await statusOf(path), path).toBe(404);
    const answer = await fetch(`${t.url}/assets/fernweh/${"0".repeat(32)}.png`);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ reason: "NOT_FOUND", metadata: { resource: "asset" } });
  });
});
