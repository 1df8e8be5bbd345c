import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import type { HttpRoute } from "../../../wire/http-route.ts";
import { sendProblem } from "../../../wire/problem.ts";
import { respond } from "../../../wire/respond.ts";
import { restOf } from "../../../wire/rest-of-body.ts";
import { type KeptAnswer, KeptAnswers, sendKept } from "../../kept-answer.ts";
import { decodedPath } from "../decoded-path.ts";
import { keepFile, keepList } from "../keep-file.ts";
import { distTags, fullPackument, shortPackument, tarballPath, versionDocument } from "./packument.ts";
import type { SdkPackage } from "./sdk-packages.ts";

const SHORT = "application/vnd.npm.install-v1+json";

/** What a path leads to: another path, or a document, made when it is first asked for. */
type Found = { location: string } | { name: string; make: () => KeptAnswer };

/** The npm registry: everything below /pub/ that no other repository has. Every address in it begins with the base URL. */
export function npmRoutes(app: Pick<App, "baseUrl">, load: () => readonly SdkPackage[]): HttpRoute[] {
  const answers = new KeptAnswers();
  return [
    {
      methods: ["GET"],
      pattern: /^\/pub\/(?<path>.+)$/,
      handle({ raw, parameters }, response) {
        const path = decodedPath(parameters.path);
        const packages = load();
        const found = find(app, packages, path, raw.headers);
        if (!found) refuse(response, packages.length > 0);
        else if ("location" in found)
          respond(response, 302, { location: found.location, "cache-control": "no-cache" });
        else sendKept(raw, response, answers.get(found.name, found.make));
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

function find(
  { baseUrl }: Pick<App, "baseUrl">,
  packages: readonly SdkPackage[],
  path: string,
  { accept }: IncomingHttpHeaders,
): Found | undefined {
  const [newest] = packages;
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

/** Two forms of one document: which one depends on who asks. */
function packument(packages: readonly SdkPackage[], baseUrl: string, accept: string | undefined): Found {
  const vary = { vary: "accept" };
  return accept?.includes(SHORT)
    ? { name: SHORT, make: () => json(shortPackument(packages, baseUrl), { "content-type": SHORT, ...vary }) }
    : { name: "full", make: () => json(fullPackument(packages, baseUrl), vary) };
}

function json(document: object, headers: Record<string, string> = {}): KeptAnswer {
  return keepList("application/json", JSON.stringify(document), headers);
}

function tarball({ tarball, integrity }: SdkPackage): KeptAnswer {
  return keepFile("application/octet-stream", tarball, {}, `"${integrity.slice(7, 29)}"`);
}

/** In the words that npm shows under its own. */
function refuse(response: ServerResponse, isBuilt: boolean): void {
  const why = isBuilt
    ? "this server has the client library only; ask another registry for anything else"
    : "the client library is not built in this checkout: npm start builds it";
  const error = new AppError("NOT_FOUND", undefined, { resource: "package" });
  sendProblem(response, error, 404, {}, { error: why });
}
