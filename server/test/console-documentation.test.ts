import { expect, test } from "vitest";
import { documentationUrl, linkedPages } from "../../console/src/app/documentation.ts";
import { readDocsPages } from "../src/http/docs/docs-pages.ts";
import { sectionsOf } from "../src/http/docs/docs-sections.ts";

const pages = readDocsPages();

test.each([...new Set(linkedPages)])("the console's link to %s leads to a place on a page", (target) => {
  const [path = "", anchor = ""] = target.split("#", 2);
  const page = pages.get(path) ?? expect.fail(`no page ${path}`);
  expect(sectionsOf(page).map((section) => section.anchor)).toContain(anchor);
});

const project = { slug: "shop", publishableKey: `pk_${"a".repeat(46)}` };

test.each([
  ["/p/shop/users", "console", "users"],
  ["/p/shop/users/0199", "guides/claims-and-roles", null],
  ["/p/shop/billing/catalog", "guides/subscriptions", null],
  ["/console/p/shop/keys", "console", "keys"],
  ["/p/shop/", "guides/first-steps", null],
])("the page about %s, with the project in the fragment", (pathname, path, anchor) => {
  const url = new URL(documentationUrl(pathname, project), "https://auth.example.com");
  expect(url.pathname).toBe(`/docs/${path}`);
  const filled = new URLSearchParams(url.hash.slice(1));
  expect([filled.get("project"), filled.get("key"), filled.get("at")]).toEqual([
    "shop",
    project.publishableKey,
    anchor,
  ]);
});

test("outside of projects, and until the project is known, the link is plain", () => {
  expect(documentationUrl("/")).toBe("/docs/guides/first-steps");
  expect(documentationUrl("/instance")).toBe("/docs/operations");
  expect(documentationUrl("/p/shop/users")).toBe("/docs/console#users");
});
