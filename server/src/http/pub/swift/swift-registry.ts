import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import type { HttpRoute } from "../../../wire/http-route.ts";
import { sendProblem } from "../../../wire/problem.ts";
import { respond } from "../../../wire/respond.ts";
import { KeptAnswers, sendKept } from "../../kept-answer.ts";
import { decodedPath } from "../decoded-path.ts";
import { onceThere } from "../once-there.ts";
import { CONTENT_VERSION, SWIFT_PACKAGE, swiftDocuments, swiftGitUrl } from "./swift-documents.ts";
import type { SwiftRelease } from "./swift-releases.ts";

/** Scope and name are the same in upper and lower case. */
const PACKAGE = new RegExp(`^${SWIFT_PACKAGE}(?=$|/|\\.json$)`, "i");

/** What a client asks for in Accept, such as `application/vnd.swift.registry.v1+json`. */
const ACCEPT = /application\/vnd\.swift\.registry\.v(?<version>[^+,;\s]*)/;

/** The Swift package registry, version 1 of the protocol. */
export function swiftRegistryRoutes(
  app: Pick<App, "baseUrl">,
  load: () => readonly SwiftRelease[],
): HttpRoute[] {
  const answers = new KeptAnswers();
  const documents = onceThere(load, (releases) => swiftDocuments(releases, app));
  return [
    {
      methods: ["GET"],
      pattern: /^\/pub\/swift\/(?<path>.*)$/,
      handle({ raw, parameters }, response) {
        const version = ACCEPT.exec(raw.headers.accept ?? "")?.groups?.version;
        if (version !== undefined && version !== "1") return refuseVersion(response, version);
        const path = decodedPath(parameters.path).replace(PACKAGE, SWIFT_PACKAGE);
        const query = queryOf(raw);
        if (path === "identifiers") {
          const refusal = identifiersRefusal(query.get("url"), swiftGitUrl(app));
          if (refusal) return refuse(response, ...refusal);
        }
        const swift = path.endsWith("/Package.swift") ? query.get("swift-version") : null;
        const name = swift === null ? path : `${path}?swift-version=${swift}`;
        const found = documents();
        const make = found.get(name);
        if (make) sendKept(raw, response, answers.get(name, make));
        else if (found.has(path)) {
          const location = `${app.baseUrl}/pub/swift/${path}`;
          respond(response, 303, { ...CONTENT_VERSION, location, "cache-control": "no-cache" });
        } else refuse(response, 404, "this registry does not have it");
      },
    },
  ];
}

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start));
}

/** Why the identifiers of this URL are not told; undefined for the URL of our own git repository. */
function identifiersRefusal(url: string | null, ours: string): [number, string] | undefined {
  if (url === null || url === "") return [400, "name the URL of a repository: ?url="];
  const isOurs = url.replace(/\/$/, "").replace(/\.git$/, "") === ours.replace(/\.git$/, "");
  return isOurs ? undefined : [404, "no package of this registry has that URL"];
}

function refuseVersion(response: ServerResponse, version: string): void {
  if (/^\d+$/.test(version)) refuse(response, 415, "unsupported API version: this registry has version 1");
  else refuse(response, 400, "invalid API version");
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  const error =
    status === 404
      ? new AppError("NOT_FOUND", undefined, { resource: "package" })
      : new AppError("INVALID_REQUEST", undefined, { problem: detail });
  sendProblem(response, error, status, { ...CONTENT_VERSION, "content-language": "en" }, { detail });
}
