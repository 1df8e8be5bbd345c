import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { createListener } from "../listener.ts";
import { requestListener } from "../routes.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const listener = createListener();
let url = "";
beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  const gone = () => {
    throw new AppError("NOT_FOUND", undefined, { resource: "page" });
  };
  const routes = [{ methods: ["GET" as const], pattern: /^\/docs\/gone$/, handle: gone }];
  listener.serve(requestListener(app, () => false, routes));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => listener.drain());

const ask = (path: string, accept: string, method = "GET"): Promise<Response> =>
  fetch(`${url}${path}`, { headers: { accept }, method });

test.each(["/docs/gone", "/nothing", "/pub/nothing", "/protos/nothing.proto"])(
  "%s: a page for people, a problem for programs",
  async (path) => {
    const page = await ask(path, BROWSER);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("<h1>Page not found</h1>");
    for (const accept of ["*/*", "application/json", "application/vnd.npm.install-v1+json; q=1.0, */*"]) {
      const problem = await ask(path, accept);
      expect([problem.status, problem.headers.get("content-type")]).toEqual([
        404,
        "application/problem+json",
      ]);
    }
  },
);

test("the page offers a search for the words of the address", async () => {
  const page = await (await ask("/docs/guides/Logging%20out_everywhere.html", BROWSER)).text();
  expect(page).toContain('<a href="/docs/search?q=Logging%20out%20everywhere">');
});

test.each(["/%E0%A4%A", "/%3Cscript%3Ealert(1)%3C%2Fscript%3E", `/${"a".repeat(4000)}`, "//", "/docs/%00"])(
  "any address gets the page: %s",
  async (path) => {
    const page = await ask(path, BROWSER);
    expect(page.status).toBe(404);
    const text = await page.text();
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.length).toBeLessThan(40_000);
  },
);

test("what is for the users of an app has no page about the server, nor has what is sent", async () => {
  for (const answer of [await ask("/p/demo/nothing", BROWSER), await ask("/nothing", BROWSER, "POST")]) {
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  }
});
