import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";
import { type Html, html } from "../../wire/html.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { respond } from "../../wire/respond.ts";
import { type KeptAnswer, KeptAnswers, keepAnswer, sendKept } from "../kept-answer.ts";
import { keepSitePage } from "../site/site-page.ts";
import { contentsOf, type Section } from "./contents.ts";
import { type DocsPage, type DocsPages, readDocsPages, resolveLink } from "./docs-pages.ts";

const MARKDOWN = "text/markdown; charset=utf-8";

/** Loaded with the first page, because few servers are ever asked for one. */
type Renderer = typeof import("./render-markdown.ts");

type Library = Readonly<{ pages: DocsPages; contents: readonly Section[] }>;

/** The documentation: as pages, as Markdown for whoever asks for it, and as a list for language models. */
export function docsRoutes(app: Pick<App, "baseUrl">, read: () => DocsPages = readDocsPages): HttpRoute[] {
  let loaded: Library | undefined;
  const load = (): Library => {
    loaded ??= libraryOf(read());
    return loaded;
  };
  const asPages = new KeptAnswers();
  const asText = new KeptAnswers();
  const pictures = new KeptAnswers();
  let pictureNames: ReadonlySet<string> | undefined;
  const picture = (name: string): KeptAnswer => {
    pictureNames ??= new Set(shippedFiles("docs"));
    if (!pictureNames.has(name)) throw new AppError("NOT_FOUND", undefined, { resource: "page" });
    return pictures.get(name, () => keepPicture(name));
  };
  const markdown = (page: DocsPage): KeptAnswer => asText.get(page.file, () => keepText(MARKDOWN, page.text));
  return [
    {
      methods: ["GET"],
      pattern: /^\/docs$/,
      handle: (_request, response) => respond(response, 308, { location: "/docs/" }),
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/(?<path>[\w/-]*)$/,
      async handle({ raw, parameters: { path = "" } }, response) {
        const library = load();
        const page = existing(library.pages.get(path));
        if (raw.headers.accept?.includes("text/markdown")) return sendKept(raw, response, markdown(page));
        const renderer = await import("./render-markdown.ts");
        const make = (): KeptAnswer => keepSitePage(sitePage(library, page, renderer), { vary: "accept" });
        sendKept(raw, response, asPages.get(page.file, make));
      },
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/(?<file>[\w/-]+\.md)$/,
      handle({ raw, parameters: { file } }, response) {
        const { pages } = load();
        const page = existing([...pages.values()].find((page) => page.file === file));
        sendKept(raw, response, markdown(page));
      },
    },
    {
      methods: ["GET"],
      pattern: /^\/(?<name>docs\/images\/[\w/-]+\.png)$/,
      handle: ({ raw, parameters: { name = "" } }, response) => sendKept(raw, response, picture(name)),
    },
    {
      methods: ["GET"],
      pattern: /^\/llms\.txt$/,
      handle({ raw, path }, response) {
        const make = (): KeptAnswer => keepText("text/plain; charset=utf-8", listFor(app.baseUrl, load()));
        sendKept(raw, response, asText.get(path, make));
      },
    },
  ];
}

function libraryOf(pages: DocsPages): Library {
  return { pages, contents: contentsOf(pages) };
}

function existing(page: DocsPage | undefined): DocsPage {
  if (page) return page;
  throw new AppError("NOT_FOUND", undefined, { resource: "page" });
}

function sitePage({ pages, contents }: Library, page: DocsPage, renderer: Renderer) {
  const resolve = (target: string): string | undefined => resolveLink(pages, page, target);
  const body =
    page.path === "" ? startPage(page, contents, renderer) : renderer.renderMarkdown(page.text, resolve);
  return {
    title: page.title,
    active: "/docs/" as const,
    body: html`${body}
<p class="below"><a href="/docs/${page.file}">This page as Markdown</a></p>`,
    side: side(contents, page),
  };
}

/** What the README begins with, and every section: also the pages that it does not name. */
function startPage(
  { title, text }: DocsPage,
  contents: readonly Section[],
  { renderInline, renderMarkdown }: Renderer,
): Html {
  const nowhere = (): undefined => undefined;
  const [, intro = ""] = /^# [^\n]+\n(.*?)(?=\n## |$)/s.exec(text) ?? [];
  return html`<h1>${title}</h1>
${renderMarkdown(intro, nowhere)}
${contents.map(
  (section) => html`<h2>${section.title}</h2>
<ul>
${section.entries.map(
  (entry) =>
    html`<li><a href="/docs/${entry.page.path}">${renderInline(entry.title, nowhere)}</a>: ${renderInline(entry.summary, nowhere)}</li>\n`,
)}</ul>`,
)}`;
}

/** Beside the page on a wide screen, behind one line above it on a phone. */
function side(contents: readonly Section[], page: DocsPage): Html {
  const sections = contents.map(
    ({ title, entries }) => html`<h2>${title}</h2>
<ul>${entries.map(
      (entry) =>
        html`<li>${
          entry.page === page
            ? html`<a href="/docs/${entry.page.path}" aria-current="page">${entry.title}</a>`
            : html`<a href="/docs/${entry.page.path}">${entry.title}</a>`
        }</li>`,
    )}</ul>`,
  );
  return html`<div class="side">
<details><summary>Contents</summary><nav aria-label="Contents">${sections}</nav></details>
<nav class="wide" aria-label="Contents">${sections}</nav>
</div>`;
}

function listFor(baseUrl: string, { pages, contents }: Library): string {
  const { text = "" } = pages.get("") ?? {};
  const [, intro = ""] = /^# [^\n]+\n+(.*?)(?=\n\n|$)/s.exec(text) ?? [];
  const sections = contents.map(({ title: name, entries }) => {
    const lines = entries.map(
      ({ page, title: label, summary }) => `- [${label}](${baseUrl}/docs/${page.file}): ${summary}`,
    );
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  return ["# svc\n", `> ${intro.replaceAll("\n", " ")}\n`, ...sections].join("\n");
}

function keepPicture(name: string): KeptAnswer {
  const headers = {
    "content-type": "image/png",
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'; sandbox",
  };
  return keepAnswer(headers, readShipped(name));
}

function keepText(contentType: string, text: string): KeptAnswer {
  const headers = {
    "content-type": contentType,
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "referrer-policy": "no-referrer",
    vary: "accept",
  };
  return keepAnswer(headers, text);
}
