import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { AppError } from "../errors.ts";
import { respond } from "./respond.ts";
import type { HttpRoute } from "./route.ts";
import { tar } from "./tar.ts";

const FOLDER = join(import.meta.dirname, "../../../proto");
const ARCHIVE = "svc-protos.tar.gz";

/** The contract, for reading and for generating clients: an index, the files, and all of them in one archive. */
export function protosRoutes(): HttpRoute[] {
  let loaded: Promise<ReadonlyMap<string, string>> | undefined;
  const load = (): Promise<ReadonlyMap<string, string>> => {
    loaded ??= readProtos();
    return loaded;
  };
  return [
    {
      methods: ["GET"],
      pattern: /^\/protos$/,
      handle: (_request, response) => respond(response, 308, { location: "/protos/" }),
    },
    {
      methods: ["GET"],
      pattern: /^\/protos\/$/,
      handle: async (_request, response) =>
        send(response, "text/html; charset=utf-8", indexPage(await load())),
    },
    {
      methods: ["GET"],
      pattern: new RegExp(`^/protos/${ARCHIVE.replaceAll(".", "\\.")}$`),
      handle: async (_request, response) => send(response, "application/gzip", archive(await load())),
    },
    {
      methods: ["GET"],
      pattern: /^\/protos\/(?<name>[a-z0-9_/]+\.proto)$/,
      handle: async ({ parameters }, response) => {
        const text = (await load()).get(parameters.name ?? "");
        if (text === undefined) throw new AppError("NOT_FOUND", undefined, { resource: "proto" });
        send(response, "text/plain; charset=utf-8", text);
      },
    },
  ];
}

async function readProtos(): Promise<ReadonlyMap<string, string>> {
  const names = ["svc", "google", "grpc"].map(async (root) => {
    const found = await readdir(join(FOLDER, root), { recursive: true });
    return found
      .filter((name) => name.endsWith(".proto"))
      .map((name) => `${root}/${name.replaceAll("\\", "/")}`);
  });
  const sorted = (await Promise.all(names)).flat().sort();
  const texts = sorted.map(async (name) => [name, await readFile(join(FOLDER, name), "utf8")] as const);
  return new Map(await Promise.all(texts));
}

function archive(protos: ReadonlyMap<string, string>): Buffer {
  return gzipSync(tar([...protos].map(([name, text]) => ({ name, content: Buffer.from(text) }))));
}

function send(response: ServerResponse, contentType: string, body: string | Buffer): void {
  const headers = {
    "content-type": contentType,
    "cache-control": "public, max-age=300",
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  };
  respond(response, 200, headers, body);
}

function indexPage(protos: ReadonlyMap<string, string>): string {
  const item = (name: string, text: string): string =>
    `<li><a href="/protos/${name}">${name}</a> <span>${firstComment(text)}</span></li>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc: the contract</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
  body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  li { margin: .3rem 0; overflow-wrap: anywhere; }
  span { opacity: .75; }
</style>
<h1>The contract</h1>
<p>Every service of this server as <code>.proto</code> sources. Generate a client in any language from
<a href="/protos/${ARCHIVE}">${ARCHIVE}</a>.</p>
<ul>
${[...protos].map(([name, text]) => item(name, text)).join("\n")}
</ul>
</html>
`;
}

function firstComment(text: string): string {
  const line = /^\/\/ ?(.*)$/m.exec(text)?.[1] ?? "";
  return line.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
}
