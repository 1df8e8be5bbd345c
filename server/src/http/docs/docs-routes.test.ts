import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createListener, type Listener } from "../listener.ts";
import { protosRoutes } from "../protos/protos.ts";
import { requestListener } from "../routes.ts";
import { withBaseUrl } from "./base-url.ts";
import { type DocsPages, readDocsPages } from "./docs-pages.ts";
import { docsRoutes } from "./docs-routes.ts";

const DOCS = join(import.meta.dirname, "../../../../docs");
const base = "https://auth.example.com";
const files = globSync("**/*.md", { cwd: DOCS }).sort();
const pathOf = (file: string): string => `/docs/${file.replace(/\.md$/, "").replace(/(^|\/)README$/, "")}`;

const listeners: Listener[] = [];
async function serve(read: () => DocsPages): Promise<string> {
  const app = { baseUrl: base, log: () => {}, newId: () => "id" };
  const listener = createListener();
  listeners.push(listener);
  listener.serve(requestListener(app, () => false, [...docsRoutes(app, read), ...protosRoutes(app)]));
  return `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
}

let url = "";
beforeAll(async () => {
  url = await serve(readDocsPages);
});
afterAll(() => Promise.all(listeners.map((listener) => listener.drain())));

const pages = new Map<string, Promise<string>>();

/** Asked for once: nearly every page links to nearly every other one. */
function pageAt(path: string): Promise<string> {
  const page = pages.get(path) ?? fetchPage(path);
  pages.set(path, page);
  return page;
}

const fetchPage = async (path: string): Promise<string> => {
  const answer = await fetch(`${url}${path}`, { redirect: "manual" });
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  return answer.text();
};
const mainOf = (page: string): string => /<main[^>]*>(.*)<\/main>/s.exec(page)?.[1] ?? "";

describe.each(files)("docs/%s", (file) => {
  test("leaves no Markdown on the page", async () => {
    const prose = mainOf(await pageAt(pathOf(file)))
      .replace(/<pre.*?<\/pre>/gs, "")
      .replace(/<code>.*?<\/code>/gs, "")
      .replace(/<[^>]+>/g, "");
    const leftover = /\*\*|__|&#96;|\]\(|\]\[|^\s*(?:#{1,6} |[-*+] |\||&#62; |~~~)|!\[/gm;
    expect(prose.match(leftover)).toBeNull();
    expect(prose.trim().length).toBeGreaterThan(50);
  });

  test("brings no tags of its own, which would be shown as text here and not at all elsewhere", () => {
    const text = readFileSync(join(DOCS, file), "utf8").replace(/^```.*?^```|`[^`]*`|<!--.*?-->/gms, "");
    expect(text.match(/(?<!\\)<(?!https?:)\/?[a-z][^>]*>/gi)).toBeNull();
  });

  test("links only to what is there", async () => {
    const page = await pageAt(pathOf(file));
    const targets = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = ""]) => target);
    for (const target of new Set(targets)) {
      if (/^https?:/.test(target) || /^\/(?:pub|console)\//.test(target)) continue;
      const [path = "", anchor] = target.split("#", 2);
      const there = path === "" ? page : await pageAt(path);
      if (anchor !== undefined) expect(there, target).toContain(`id="${anchor}"`);
    }
  });

  test("loses no link", async () => {
    const text = readFileSync(join(DOCS, file), "utf8").replace(/^```.*?^```/gms, "");
    const relative = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].length;
    const kept = [...mainOf(await pageAt(pathOf(file))).matchAll(/<(?:a href|img src)="(?!https?:)/g)].length;
    expect(kept).toBeGreaterThanOrEqual(relative);
  });

  test("is served as Markdown to who asks for it, with the server's own address", async () => {
    const written = readDocsPages(new Map([[file, readFileSync(join(DOCS, file), "utf8")]]));
    const [text] = [...withBaseUrl(written, base).values()].map((page) => page.text);
    const byName = await fetch(`${url}/docs/${file}`);
    const byType = await fetch(`${url}${pathOf(file)}`, { headers: { accept: "text/markdown, */*" } });
    const byAddress = await fetch(`${url}${pathOf(file).replace(/\/$/, "/index")}.md`);
    for (const answer of [byName, byType, byAddress]) {
      expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(await answer.text()).toBe(text);
    }
    expect(byType.headers.get("vary")).toBe("accept, accept-encoding");
  });
});

test("a page asks nobody else for anything and runs only its own script", async () => {
  const answer = await fetch(`${url}/docs/errors`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self';/,
  );
  expect(policy).not.toContain("unsafe");
  const page = await answer.text();
  const [script = "", ...others] = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, text]) => text,
  );
  expect(others).toEqual([]);
  expect(policy).toContain(`script-src 'sha256-${hash("sha256", script, "base64")}'`);
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|https?:/);
  const markup = page.replace(script, "");
  expect(markup).not.toMatch(/<(?:link|iframe|object)\b|\son\w+=|\sstyle="|@import|url\(/);
  expect(markup).toContain('<a href="/docs/errors" aria-current="page">');
  const again = await fetch(`${url}/docs/errors`, {
    headers: { "if-none-match": answer.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test("a page is sent compressed to who accepts it, with a tag of its own", async () => {
  const [plain, packed] = await Promise.all(
    ["identity", "br, gzip"].map((encoding) =>
      fetch(`${url}/docs/operations`, { headers: { "accept-encoding": encoding } }),
    ),
  );
  expect(plain?.headers.get("content-encoding")).toBeNull();
  expect(packed?.headers.get("content-encoding")).toBe("gzip");
  expect(Number(packed?.headers.get("content-length"))).toBeLessThan(
    Number(plain?.headers.get("content-length")) / 2,
  );
  expect(await packed?.text()).toBe(await plain?.text());
  const tags = [plain, packed].map((answer) => answer?.headers.get("etag") ?? "");
  expect(tags[1]).toBe(tags[0]?.replace(/"$/, '-gzip"'));
  for (const [tag, encoding] of [
    [tags[0], "identity"],
    [tags[1], "gzip"],
  ]) {
    const headers = { "if-none-match": tag ?? "", "accept-encoding": encoding ?? "" };
    expect((await fetch(`${url}/docs/operations`, { headers })).status).toBe(304);
  }
});

test("/llms.txt lists the pages as Markdown, with the address that everybody reaches", async () => {
  const answer = await fetch(`${url}/llms.txt`);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toMatch(/^# svc\n\n> \S/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, link = ""]) => link);
  expect(links).toContain(`${base}/docs/errors.md`);
  for (const link of links) expect((await fetch(link.replace(base, url))).status).toBe(200);
});

test.each([
  "/docs/nothing",
  "/docs/../package.json",
  "/docs/%2e%2e/README.md",
  "/docs/errors.md.md",
  "/docs/README",
  "/docs//errors",
])("%s is not there", async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(404);
});

test("/docs leads to /docs/", async () => {
  const { status, headers } = await fetch(`${url}/docs`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([308, "/docs/"]);
  const withSlash = await fetch(`${url}/docs/guides/guests/`, { redirect: "manual" });
  expect([withSlash.status, withSlash.headers.get("location")]).toEqual([308, "/docs/guides/guests"]);
});

describe("the order of the pages", () => {
  test("is that of README.md, and a new file appears by itself", async () => {
    const texts = new Map([
      [
        "README.md",
        "# Docs\n\nWhat this is.\n\n## Guides\n\n- [Second first](guides/b.md): as listed.\n\n## Empty\n\n## Reference\n\n- [Errors](errors.md)\n- [Notes](notes/README.md): all of them.\n",
      ],
      ["errors.md", "# Errors\n\nEvery `reason`, and more. Not this.\n"],
      ["guides/a.md", "# A new guide\n\nHow to **begin**: like this.\n"],
      ["guides/b.md", "# B\n\nText.\n"],
      ["notes/README.md", "# Notes\n\n[One](one.md)\n"],
      [
        "notes/one.md",
        "# One\n\nFound through its README, see [a](../guides/a.md#how) and [b](../../outside.md).\n",
      ],
      ["faq.md", "# Questions\n\nAnswers.\n"],
    ]);
    const there = await serve(() => readDocsPages(texts));
    const list = await (await fetch(`${there}/llms.txt`)).text();
    expect(list).toBe(`# svc

> What this is.

## Guides

- [Second first](${base}/docs/guides/b.md): as listed.
- [A new guide](${base}/docs/guides/a.md): How to begin.

## Reference

- [Errors](${base}/docs/errors.md): Every reason, and more.
- [Notes](${base}/docs/notes/README.md): all of them.

## More

- [Questions](${base}/docs/faq.md): Answers.
`);
    const page = await (await fetch(`${there}/docs/`)).text();
    const order = [...mainOf(page).matchAll(/<h2>([^<]+)|<li><a href="([^"]+)"/g)].map(
      ([, section, link]) => section ?? link,
    );
    expect(order).toEqual([
      "Guides",
      "/docs/guides/b",
      "/docs/guides/a",
      "Reference",
      "/docs/errors",
      "/docs/notes",
      "More",
      "/docs/faq",
    ]);
    const note = mainOf(await (await fetch(`${there}/docs/notes/one`)).text());
    expect(note).toContain('see <a href="/docs/guides/a#how">a</a> and b.');
  });
});
