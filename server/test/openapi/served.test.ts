import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shippedFolders } from "../../../tools/build/shipped-folders.ts";
import { createListener } from "../../src/http/listener.ts";
import { protosRoutes } from "../../src/http/protos/protos.ts";
import { requestListener } from "../../src/http/routes.ts";
import { packages } from "./documents.ts";

const names = packages.flatMap((name) => [`${name}.openapi.json`, `${name}.schema.json`]);

const listener = createListener();
let url: string;
beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  listener.serve(requestListener(app, () => false, protosRoutes(app)));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => listener.drain());

test.each(names)("%s is served as it is, to pages of any origin", async (name) => {
  const answer = await fetch(`${url}/protos/${name}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  expect(await answer.text()).toBe(
    readFileSync(join(import.meta.dirname, "../../../proto/openapi", name), "utf8"),
  );
});

test("a caller who has a document already gets 304 without a body, and may still read it from another origin", async () => {
  const path = `${url}/protos/svc.auth.v1.openapi.json`;
  const etag = (await fetch(path)).headers.get("etag") ?? "";
  const again = await fetch(path, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get("access-control-allow-origin")).toBe("*");
  expect(await again.text()).toBe("");
  expect((await fetch(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

test("the index of the contract links every document and shows a call with the server's own address", async () => {
  const index = await (await fetch(`${url}/protos/`)).text();
  const links = [...index.matchAll(/href="\/protos\/([^"]+\.json)"/g)].map(([, name]) => name);
  expect(links.sort()).toEqual(names.toSorted());
  expect(index).toContain("curl https://auth.example.com/svc.auth.v1.AuthService/SignIn");
  expect(index).toContain('href="/docs/guides/any-language-json"');
});

test.each(["package.json", "svc.admin.v1.openapi.json", "svc.auth.v1.openapi.json.json", "openapi.json"])(
  "/protos/%s is 404",
  async (name) => expect((await fetch(`${url}/protos/${name}`)).status).toBe(404),
);

test("the executable contains the documents", () => {
  const shipped = shippedFolders.find(({ folder }) => folder === "proto/openapi");
  expect(names.filter((name) => !shipped?.includes(name))).toEqual([]);
});
