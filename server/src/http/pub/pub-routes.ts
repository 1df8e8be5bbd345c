import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { restOf } from "../../rpc/front/rest-of-body.ts";
import { isKnown } from "../if-none-match.ts";
import { sendProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { HttpRoute } from "../route.ts";
import { sendSitePage } from "../site/site-page.ts";
import { distTags, fullPackument, shortPackument, tarballPath, versionDocument } from "./packument.ts";
import { pubPage } from "./pub-page.ts";
import { readSdkPackages, type SdkPackage } from "./sdk-packages.ts";

const SHORT = "application/vnd.npm.install-v1+json";

/** An index of Dart packages may live there one day; no npm package is to take the names before. */
const RESERVED = /^(?:api|packages)(?:\/|$)/;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

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
        const answer = path === "" ? page(app, packages) : answerTo(app, packages, path);
        if (answer) answer(raw, response);
        else refuse(response, path, packages.length > 0);
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

function page({ baseUrl }: Pick<App, "baseUrl">, packages: readonly SdkPackage[]): Answer {
  return (_request, response) =>
    sendSitePage(response, { title: "Client library", active: "/pub/", body: pubPage(baseUrl, packages) });
}

function answerTo(
  { baseUrl }: Pick<App, "baseUrl">,
  packages: readonly SdkPackage[],
  path: string,
): Answer | undefined {
  const [newest] = packages;
  if (path === "-/ping") return json({});
  if (!newest) return undefined;
  const { name } = newest;
  const tags = distTags(packages);
  const ofVersion = (version: string): SdkPackage | undefined =>
    packages.find((sdk) => sdk.version === (tags[version] ?? version));
  if (path === name) return packument(packages, baseUrl);
  if (path === `-/package/${name}/dist-tags`) return json(tags);
  if (path === "sdk.tgz") {
    const location = `${baseUrl}/pub/${tarballPath(ofVersion("latest") ?? newest)}`;
    return (_request, response) => respond(response, 302, { location, "cache-control": "no-cache" });
  }
  const file = packages.find((sdk) => tarballPath(sdk) === path);
  if (file) return tarball(file);
  const asked = path.startsWith(`${name}/`) ? ofVersion(path.slice(name.length + 1)) : undefined;
  return asked && json(versionDocument(asked, baseUrl));
}

/** Two forms of one document: which one depends on who asks. */
function packument(packages: readonly SdkPackage[], baseUrl: string): Answer {
  return (request, response) => {
    const isShort = request.headers.accept?.includes(SHORT) ?? false;
    const document = isShort ? shortPackument(packages, baseUrl) : fullPackument(packages, baseUrl);
    const contentType = isShort ? SHORT : "application/json";
    json(document, { "content-type": contentType, vary: "accept" })(request, response);
  };
}

function json(document: object, headers: Record<string, string> = {}): Answer {
  const body = JSON.stringify(document);
  const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  const all = {
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    etag,
    ...headers,
  };
  return (request, response) => conditional(request, response, etag, all, body);
}

function tarball({ tarball, integrity }: SdkPackage): Answer {
  const etag = `"${integrity.slice(7, 29)}"`;
  const headers = {
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable",
    etag,
  };
  return (request, response) => conditional(request, response, etag, headers, tarball);
}

function conditional(
  request: IncomingMessage,
  response: ServerResponse,
  etag: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  const open = { ...headers, "access-control-allow-origin": "*" };
  if (isKnown(request.headers["if-none-match"], etag)) respond(response, 304, open);
  else respond(response, 200, open, body);
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
