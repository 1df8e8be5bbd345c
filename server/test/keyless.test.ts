import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { png } from "../src/testing/asset-files.ts";
import { engines } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";
import { type KeylessRequest, keylessRequests } from "../src/testing/keyless-paths.ts";
import { TestApp } from "../src/testing/test-app.ts";

const CONNECTIONS = 12;

type Seen = { status: number; headers: IncomingHttpHeaders; body: Buffer };

describe.each(engines)("answers without a key on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let agent: Agent;
  let requests: readonly KeylessRequest[];
  beforeAll(async () => {
    t = await TestApp.open(engine);
    ({ token } = await t.addAdmin());
    await t.projects(token).createProject({ name: "Demo", slug: "demo" });
    agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    requests = keylessRequests({ slug: "demo", asset: await upload("demo") });
  });
  afterAll(async () => {
    agent.destroy();
    await t.close();
  });

  async function upload(project: string): Promise<string> {
    const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
    const { url } = await themes.uploadLogo({ project, data: png() });
    return new URL(url).pathname;
  }

  function ask({ path, headers = {} }: KeylessRequest, more: Record<string, string> = {}): Promise<Seen> {
    return new Promise((resolve, reject) => {
      get(`${t.url}${path}`, { agent, headers: { ...headers, ...more } }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      }).once("error", reject);
    });
  }

  test("are the same for everybody, many times over a dozen connections, while /healthz is answered", async () => {
    let isOver = false;
    const health = (async () => {
      const agent = new Agent({ keepAlive: true });
      const seen: number[] = [];
      while (!isOver) {
        const answer = await new Promise<number>((resolve, reject) => {
          get(`${t.url}/healthz`, { agent }, (response) => {
            response.resume().once("end", () => resolve(response.statusCode ?? 0));
          }).once("error", reject);
        });
        seen.push(answer);
      }
      agent.destroy();
      return seen;
    })();
    for (const request of requests) {
      const first = await ask(request);
      expect(first.status, request.path).toBeLessThan(500);
      const all = await Promise.all(Array.from({ length: times(24, 1200) }, () => ask(request)));
      const differing = all.filter(
        ({ status, headers, body }) =>
          status !== first.status || headers.etag !== first.headers.etag || !body.equals(first.body),
      );
      expect(differing, request.path).toEqual([]);
    }
    isOver = true;
    expect(new Set(await health)).toEqual(new Set([200]));
  });

  test("that may be kept have a tag, and are not sent again to who has them", async () => {
    const kept: string[] = [];
    for (const request of requests) {
      const { status, headers } = await ask(request);
      if (status !== 200 || headers["cache-control"] === "no-store" || request.path === "/console/preview")
        continue;
      expect(headers.etag, request.path).toMatch(/^"[\w+/-]{22,}(-br|-gzip)?"$/);
      const again = await ask(request, { "if-none-match": String(headers.etag) });
      expect({ path: request.path, status: again.status, length: again.body.length }).toEqual({
        path: request.path,
        status: 304,
        length: 0,
      });
      kept.push(request.path);
    }
    expect(kept.length).toBeGreaterThan(15);
  });

  test("are no longer given once the project or its file is gone, however lately they were", async () => {
    await t.projects(token).createProject({ name: "Gone", slug: "gone" });
    const gone = [{ path: await upload("gone") }, { path: "/p/gone/.well-known/jwks.json" }];
    for (const request of gone) expect((await ask(request)).status).toBe(200);
    await t.projects(token).deleteProject({ project: "gone" });
    for (const request of gone) expect((await ask(request)).status).toBe(404);
  });

  test("show the new key at once after a rotation", async () => {
    const jwks = { path: "/p/demo/.well-known/jwks.json" };
    const before = await ask(jwks);
    await t.projects(token).rotateSigningKey({ project: "demo" });
    const after = await ask(jwks, { "if-none-match": String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body.equals(before.body)).toBe(false);
  });
});
