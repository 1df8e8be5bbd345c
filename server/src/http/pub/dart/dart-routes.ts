import type { ServerResponse } from "node:http";
import type { App } from "../../../app.ts";
import type { HttpRoute } from "../../../wire/http-route.ts";
import { respond } from "../../../wire/respond.ts";
import type { KeptAnswer } from "../../kept-answer.ts";
import { type Files, fileRoute } from "../file-route.ts";
import { keepFile, keepList } from "../keep-file.ts";
import { latestOf } from "../latest-of.ts";
import { onceThere } from "../once-there.ts";
import type { DartPackage } from "./dart-packages.ts";

const JSON_TYPE = "application/vnd.pub.v2+json";

/** The path of a version's archive below /pub/. */
export function dartArchivePath({ name, version }: Pick<DartPackage, "name" | "version">): string {
  return `packages/${name}/versions/${version}.tar.gz`;
}

/** The hosted pub repository, version 2. */
export function dartRoutes(
  { baseUrl }: Pick<App, "baseUrl">,
  load: () => readonly DartPackage[],
): HttpRoute[] {
  const files = onceThere(load, (packages) => filesOf(packages, baseUrl));
  return [fileRoute({ pattern: /^\/pub\/(?<path>(?:api|packages)(?:\/.*)?)$/, load: files, refuse })];
}

function filesOf(packages: readonly DartPackage[], baseUrl: string): Files {
  const files = new Map<string, () => KeptAnswer>();
  for (const version of packages) {
    const document = versionDocument(version, baseUrl);
    files.set(`api/packages/${version.name}/versions/${version.version}`, () => json(document));
    files.set(dartArchivePath(version), () => keepFile("application/octet-stream", version.archive));
  }
  const latest = latestOf(packages);
  if (latest) {
    const versions = packages.map((version) => versionDocument(version, baseUrl)).reverse();
    const list = { name: latest.name, latest: versionDocument(latest, baseUrl), versions };
    files.set(`api/packages/${latest.name}`, () => json(list));
  }
  return files;
}

function versionDocument(version: DartPackage, baseUrl: string): object {
  return {
    version: version.version,
    pubspec: version.pubspec,
    archive_url: `${baseUrl}/pub/${dartArchivePath(version)}`,
    archive_sha256: version.sha256,
    published: version.publishedAt,
  };
}

function json(document: object): KeptAnswer {
  return keepList(JSON_TYPE, JSON.stringify(document));
}

/** In the form that `dart pub` shows to its user. */
function refuse(response: ServerResponse): void {
  const message = "this server has the client library only; ask another repository for anything else";
  const body = JSON.stringify({ error: { code: "NOT_FOUND", message } });
  respond(response, 404, { "content-type": JSON_TYPE, "cache-control": "no-store" }, body);
}
