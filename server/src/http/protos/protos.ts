import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";
import { type Html, html } from "../../wire/html.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { respond } from "../../wire/respond.ts";
import { type KeptAnswer, KeptAnswers, keepAnswer, sendKept } from "../kept-answer.ts";
import { keepSitePage } from "../site/site-page.ts";
import { tarGz } from "../tar.ts";
import { generatorsSection } from "./generators.ts";
import { openApiRoute } from "./openapi.ts";
import { openApiSection } from "./openapi-section.ts";

const ARCHIVE = "svc-protos.tar.gz";

/** The contract, for reading and for generating clients: an index, the files, and all of them in one archive. */
export function protosRoutes({ baseUrl }: Pick<App, "baseUrl">): HttpRoute[] {
  let loaded: ReadonlyMap<string, string> | undefined;
  const load = (): ReadonlyMap<string, string> => {
    loaded ??= readProtos();
    return loaded;
  };
  const answers = new KeptAnswers();
  return [
    {
      methods: ["GET"],
      pattern: /^\/protos$/,
      handle: (_request, response) => respond(response, 308, { location: "/protos/" }),
    },
    {
      methods: ["GET"],
      pattern: /^\/protos\/$/,
      handle: ({ raw, path }, response) =>
        sendKept(
          raw,
          response,
          answers.get(path, () => keepIndex(load(), baseUrl)),
        ),
    },
    {
      methods: ["GET"],
      pattern: new RegExp(`^/protos/${ARCHIVE.replaceAll(".", "\\.")}$`),
      handle: ({ raw, path }, response) =>
        sendKept(
          raw,
          response,
          answers.get(path, () => keep("application/gzip", archive(load()))),
        ),
    },
    {
      methods: ["GET"],
      pattern: /^\/protos\/(?<name>[a-z0-9_/]+\.proto)$/,
      handle: ({ raw, path, parameters }, response) => {
        const text = load().get(parameters.name ?? "");
        if (text === undefined) throw new AppError("NOT_FOUND", undefined, { resource: "proto" });
        sendKept(
          raw,
          response,
          answers.get(path, () => keep("text/plain; charset=utf-8", text)),
        );
      },
    },
    openApiRoute(),
  ];
}

function readProtos(): ReadonlyMap<string, string> {
  const names = ["svc", "google", "grpc"].flatMap((folder) => shippedFiles(`proto/${folder}`));
  const protos = names.filter((name) => name.endsWith(".proto")).sort();
  return new Map(protos.map((name) => [name.slice("proto/".length), readShipped(name).toString("utf8")]));
}

function archive(protos: ReadonlyMap<string, string>): Buffer {
  return tarGz([...protos].map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

function keepIndex(protos: ReadonlyMap<string, string>, baseUrl: string): KeptAnswer {
  return keepSitePage({ title: "API", active: "/protos/", body: indexPage(protos, baseUrl) });
}

function keep(contentType: string, body: string | Buffer): KeptAnswer {
  const headers = {
    "content-type": contentType,
    "cache-control": "public, max-age=300",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  };
  return keepAnswer(headers, body);
}

function indexPage(protos: ReadonlyMap<string, string>, baseUrl: string): Html {
  const items = [...protos].map(
    ([name, text]) =>
      html`<li><a href="/protos/${name}">${name}</a> <span class="quiet">${firstComment(text)}</span></li>\n`,
  );
  return html`<h1>API</h1>
<p>Every service of this server as <code>.proto</code> files, all of them in
<a href="/protos/${ARCHIVE}">${ARCHIVE}</a>. <a href="#generate">Generate a client</a>, call it
<a href="#without-protobuf">without protobuf</a>, or read the <a href="#files">files</a>.</p>
${generatorsSection(`${baseUrl}/protos/${ARCHIVE}`)}
${openApiSection(baseUrl)}
<h2 id="files">Files</h2>
<ul>
${items}</ul>`;
}

/** The first sentence of its first comment. */
function firstComment(text: string): string {
  const [lines = ""] = /^(?:\/\/.*\n)+/m.exec(text) ?? [];
  const comment = lines.replace(/^\/\/ ?/gm, "").replace(/\s+/g, " ");
  return /^.*?\.(?= |$)/.exec(comment)?.[0].replaceAll("`", "") ?? comment;
}
