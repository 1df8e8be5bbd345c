import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { respond } from "../../wire/respond.ts";
import { type KeptAnswer, KeptAnswers, keepAnswer, sendKept, withGzip } from "../kept-answer.ts";
import { keepSitePage } from "../site/site-page.ts";
import { withBaseUrl } from "./base-url.ts";
import { contentsOf } from "./contents.ts";
import { docsPage, type Library } from "./docs-page.ts";
import { type DocsPage, type DocsPages, readDocsPages } from "./docs-pages.ts";
import { llmsTxt } from "./llms-txt.ts";
import { searchRoutes } from "./search-routes.ts";

const MARKDOWN = "text/markdown; charset=utf-8";

/** The documentation: as pages, as Markdown for whoever asks for it, and as a list for language models. */
export function docsRoutes(app: Pick<App, "baseUrl">, read: () => DocsPages = readDocsPages): HttpRoute[] {
  let loaded: Library | undefined;
  const load = (): Library => {
    loaded ??= libraryOf(withBaseUrl(read(), app.baseUrl));
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
  const listOfPages = (): string => {
    const { pages, contents } = load();
    return llmsTxt(app.baseUrl, pages, contents);
  };
  return [
    ...searchRoutes(load),
    {
      methods: ["GET"],
      pattern: /^\/docs$/,
      handle: (_request, response) => respond(response, 308, { location: "/docs/" }),
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/(?<path>[\w-]+(?:\/[\w-]+)*)\/$/,
      handle: ({ parameters: { path } }, response) => respond(response, 308, { location: `/docs/${path}` }),
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/(?<path>[\w/-]*)$/,
      async handle({ raw, parameters: { path = "" } }, response) {
        const library = load();
        const page = existing(library.pages.get(path));
        if (raw.headers.accept?.includes("text/markdown")) return sendKept(raw, response, markdown(page));
        const renderer = await import("./render-markdown.ts");
        const make = (): KeptAnswer => keepSitePage(docsPage(library, page, renderer), { vary: "accept" });
        sendKept(raw, response, asPages.get(page.file, make));
      },
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/(?<file>[\w/-]+\.md)$/,
      handle({ raw, parameters: { file = "" } }, response) {
        const { pages } = load();
        const page = existing([...pages.values()].find((page) => addressesAsText(page).includes(file)));
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
        const make = (): KeptAnswer => keepText("text/plain; charset=utf-8", listOfPages());
        sendKept(raw, response, asText.get(path, make));
      },
    },
  ];
}

function libraryOf(pages: DocsPages): Library {
  return { pages, contents: contentsOf(pages) };
}

/** The file, and the page's own address with `.md`. */
function addressesAsText({ file, path }: DocsPage): readonly string[] {
  return [file, path === "" ? "index.md" : `${path}.md`];
}

function existing(page: DocsPage | undefined): DocsPage {
  if (page) return page;
  throw new AppError("NOT_FOUND", undefined, { resource: "page" });
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
  return withGzip(keepAnswer(headers, text));
}
