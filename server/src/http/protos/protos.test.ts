import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createListener } from "../listener.ts";
import { requestListener } from "../routes.ts";
import { protosRoutes } from "./protos.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const names = globSync("{svc,google,grpc}/**/*.proto", { cwd: join(ROOT, "proto") }).sort();

const listener = createListener();
let url: string;
beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  listener.serve(requestListener(app, () => false, protosRoutes(app)));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => listener.drain());

test("the index links every file, and each is served as it is", async () => {
  const index = await (await fetch(`${url}/protos/`)).text();
  const links = [...index.matchAll(/href="\/protos\/([^"]+\.proto)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(links).toEqual(names);
  for (const name of names) {
    const answer = await fetch(`${url}/protos/${name}`);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe(readFileSync(join(ROOT, "proto", name), "utf8"));
  }
});

test("the archive holds every file and compiles", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-protos-"));
  const archive = join(folder, "protos.tar.gz");
  writeFileSync(archive, await (await fetch(`${url}/protos/svc-protos.tar.gz`)).bytes());
  const listed = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" }).trim().split("\n");
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  execFileSync(join(ROOT, "node_modules/.bin/buf"), ["build", folder, "-o", join(folder, "image.binpb")]);
  const image = readFileSync(join(folder, "image.binpb"));
  rmSync(folder, { recursive: true });

  expect(listed).toEqual(names);
  expect(image.toString("latin1")).toContain("svc.auth.v1");
});

test.each([
  "/protos/../package.json",
  "/protos/%2e%2e/package.json",
  "/protos/..%2fpackage.json",
  "/protos/svc/../../package.json",
  "/protos/svc//auth/v1/auth.proto",
  "/protos/svc/auth/v1/nope.proto",
  "/protos/svc",
  "/protos/svc/",
  "/protos/package.json",
  "/protos/baseline.binpb",
  "/protos/__proto__.proto",
])("%s is 404", async (path) => {
  // fetch would tidy the path up before sending it.
  const status = await new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: new URL(url).port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
  expect(status).toBe(404);
});

test("/protos leads to /protos/", async () => {
  const answer = await fetch(`${url}/protos`, { redirect: "manual" });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/protos/");
});

test("the pages run no script, and HTTPS is kept once it is used", async () => {
  expect(Object.fromEntries((await fetch(`${url}/protos/`)).headers)).toMatchObject({
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  });
});
