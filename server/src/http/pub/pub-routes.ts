import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { sendProblem } from "../../wire/problem.ts";
import { respond } from "../../wire/respond.ts";
import { restOf } from "../../wire/rest-of-body.ts";
import { type KeptAnswer, KeptAnswers, keepAnswer, sendKept } from "../kept-answer.ts";
import { keepSitePage } from "../site/site-page.ts";
import { distTags, fullPackument, shortPackument, tarballPath, versionDocument } from "./packument.ts";
import { pubPage } from "./pub-page.ts";
import { readSdkPackages, type SdkPackage } from "./sdk-packages.ts";

const SHORT = "application/vnd.npm.install-v1+json";

/** An index of Dart packages may live there one day; no npm package is to take the names before. */
const RESERVED = /^(?:api|packages)(?:\/|$)/;

/** What a path leads to: another path, or a document, made when it is first asked for. */
type Found = { location: string } | { name: string; make: () => KeptAnswer };

/** The package repository for the client library, in the protocol of npm. Every address in it begins with the base URL. */
export function pubRoutes(
  app: Pick<App, "baseUrl">,
  read: () => readonly SdkPackage[] = readSdkPackages,
): HttpRoute[] {
  let loaded: readonly SdkPackage[] = [];
  const load = (): readonly SdkPackage[] => {
    if (loaded.length === 0) loaded = read();
    return loaded;
  };
  const answers = new KeptAnswers();
  return [
    {
      methods: ["GET"],
      pattern: /^\/pub$/,
      handle: (_request, response) => respond(response, 308, { location: "/pub/" }),
    },
    {
      methods: ["GET"],
      pattern: /^\/pub\/(?<path>.*)$/,
      handle({ raw, parameters }, response) {
        const path = decoded(parameters.path ?? "");
        const packages = load();
        const isBuilt = packages.length > 0;
        const found = find(app, packages, path, raw.headers);
        if (!found) refuse(response, path, isBuilt);
        else if ("location" in found)
          respond(response, 302, { location: found.location, "cache-control": "no-cache" });
        // Before the library is built there is little to say, and it changes.
        else sendKept(raw, response, isBuilt ? answers.get(found.name, found.make) : found.make());
      },
    },
    {
      // Asked by npm after an install; nothing is known against the library, or it would not be served.
      methods: ["POST"],
      pattern: /^\/pub\/-\/npm\/v1\/security\/advisories\/bulk$/,
      async handle({ raw }, response) {
        await restOf(raw);
        respond(response, 200, { "content-type": "application/json" }, "{}");
      },
    },
  ];
}

/** A scope arrives as `@svc/sdk`, `@svc%2fsdk` or `@svc%2Fsdk`, depending on who asks. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function find(
  { baseUrl }: Pick<App, "baseUrl">,
  packages: readonly SdkPackage[],
  path: string,
  { accept }: IncomingHttpHeaders,
): Found | undefined {
  const [newest] = packages;
  if (path === "") return { name: path, make: () => page(baseUrl, packages) };
  if (path === "-/ping") return { name: path, make: () => json({}) };
  if (!newest) return undefined;
  const { name } = newest;
  const tags = distTags(packages);
  const ofVersion = (version: string): SdkPackage | undefined =>
    packages.find((sdk) => sdk.version === (tags[version] ?? version));
  if (path === name) return packument(packages, baseUrl, accept);
  if (path === `-/package/${name}/dist-tags`) return { name: path, make: () => json(tags) };
  if (path === "sdk.tgz") return { location: `${baseUrl}/pub/${tarballPath(ofVersion("latest") ?? newest)}` };
  const file = packages.find((sdk) => tarballPath(sdk) === path);
  if (file) return { name: path, make: () => tarball(file) };
  const asked = path.startsWith(`${name}/`) ? ofVersion(path.slice(name.length + 1)) : undefined;
  return asked && { name: path, make: () => json(versionDocument(asked, baseUrl)) };
}

function page(baseUrl: string, packages: readonly SdkPackage[]): KeptAnswer {
  return keepSitePage({ title: "Client library", active: "/pub/", body: pubPage(baseUrl, packages) });
}

/** Two forms of one document: which one depends on who asks. */
function packument(packages: readonly SdkPackage[], baseUrl: string, accept: string | undefined): Found {
  const vary = { vary: "accept" };
  return accept?.includes(SHORT)
    ? { name: SHORT, make: () => json(shortPackument(packages, baseUrl), { "content-type": SHORT, ...vary }) }
    : { name: "full", make: () => json(fullPackument(packages, baseUrl), vary) };
}

const FOR_ALL = { "access-control-allow-origin": "*" };

function json(document: object, headers: Record<string, string> = {}): KeptAnswer {
  const all = { "content-type": "application/json", "cache-control": "public, max-age=300", ...FOR_ALL };
  return keepAnswer({ ...all, ...headers }, JSON.stringify(document));
}

function tarball({ tarball, integrity }: SdkPackage): KeptAnswer {
  const headers = {
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable",
    ...FOR_ALL,
  };
  return keepAnswer(headers, tarball, `"${integrity.slice(7, 29)}"`);
}

/** In the words that npm shows under its own. */
function refuse(response: ServerResponse, path: string, isBuilt: boolean): void {
  const why = whyNot(path, isBuilt);
  const error = new AppError("NOT_FOUND", undefined, { resource: "package" });
  sendProblem(response, error, 404, {}, { error: why });
}

function whyNot(path: string, isBuilt: boolean): string {
  if (RESERVED.test(path)) return "reserved: this server has no Dart packages";
  return isBuilt
    ? "this server has the client library only; ask another registry for anything else"
    : "the client library is not built in this checkout: npm start builds it";
}
