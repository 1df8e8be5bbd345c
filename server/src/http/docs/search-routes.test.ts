import { afterAll, beforeAll, expect, test } from "vitest";
import { createListener } from "../listener.ts";
import { requestListener } from "../routes.ts";
import { readDocsPages } from "./docs-pages.ts";
import { docsRoutes } from "./docs-routes.ts";
import { sectionsOf } from "./docs-sections.ts";

const listener = createListener();
let url = "";
beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  listener.serve(requestListener(app, () => false, docsRoutes(app)));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => listener.drain());

const ask = (query: string, path = "/docs/search"): Promise<Response> =>
  fetch(`${url}${path}?q=${encodeURIComponent(query)}`);

test("a question leads to pages, also without a script", async () => {
  const answer = await ask("log out everywhere");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const page = await answer.text();
  expect(page).toContain('<li><a href="/docs/guides/offline-and-refresh#the-rules">');
  expect(page).toContain('<input type="search" name="q" value="log out everywhere"');
});

test("the script gets the same as JSON, which no other site may read", async () => {
  const answer = await ask("log out everywhere", "/docs/search.json");
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  const { results } = (await answer.json()) as { results: Record<string, string>[] };
  expect(results[0]).toEqual({
    address: "/docs/guides/offline-and-refresh#the-rules",
    title: "Offline and refresh",
    heading: "The rules",
    excerpt: expect.stringMatching(/^signOut\(\) ends this session\. .+ …$/),
  });
  expect(results.length).toBeLessThanOrEqual(8);
});

test("what was asked never becomes markup", async () => {
  for (const query of ['"><script>alert(1)</script>', "' onfocus=x", "a`b<i>"]) {
    const page = await (await ask(query)).text();
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain(query);
  }
});

test.each(["", "%00", "%E0%A4%A", "   ", "?!", "constructor%20__proto__", "xyzzyqwertz", "a".repeat(5000)])(
  "nothing to find is an answer too: %s",
  async (query) => {
    for (const path of ["/docs/search", "/docs/search.json"]) {
      expect((await fetch(`${url}${path}?q=${query}`)).status).toBe(200);
    }
    expect((await fetch(`${url}/docs/search`)).status).toBe(200);
  },
);

test("every section that can be found is where its address says", async () => {
  for (const page of readDocsPages().values()) {
    const shown = await (await fetch(`${url}/docs/${page.path}`)).text();
    if (page.path === "") continue;
    const missing = sectionsOf(page).filter(
      ({ anchor }) => anchor !== "" && !shown.includes(`id="${anchor}"`),
    );
    expect(
      missing.map(({ anchor }) => anchor),
      page.path,
    ).toEqual([]);
  }
});
