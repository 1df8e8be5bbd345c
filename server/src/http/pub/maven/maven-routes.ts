import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { AppError } from "../../../errors.ts";
import type { HttpRoute } from "../../../wire/http-route.ts";
import { sendProblem } from "../../../wire/problem.ts";
import type { KeptAnswer } from "../../kept-answer.ts";
import { type Files, fileRoute } from "../file-route.ts";
import { keepFile, keepList } from "../keep-file.ts";
import { onceThere } from "../once-there.ts";
import { MAVEN_GROUP, type MavenArtifact } from "./maven-artifacts.ts";
import { mavenMetadata } from "./maven-metadata.ts";

const TYPES: Readonly<Record<string, string>> = {
  pom: "application/xml; charset=utf-8",
  jar: "application/java-archive",
};
const CHECKSUMS = ["md5", "sha1", "sha256", "sha512"];

/** The path of an artifact's folder below /pub/maven/. */
export function mavenFolder(artifact: string): string {
  return `${MAVEN_GROUP.replaceAll(".", "/")}/${artifact}`;
}

/** The Maven repository: for each artifact a list of its versions, for each version its files, for all of them checksums. */
export function mavenRoutes(load: () => readonly MavenArtifact[]): HttpRoute[] {
  return [fileRoute({ pattern: /^\/pub\/maven\/(?<path>.*)$/, load: onceThere(load, filesOf), refuse })];
}

function filesOf(artifacts: readonly MavenArtifact[]): Files {
  const files = new Map<string, () => KeptAnswer>();
  for (const artifact of artifacts) {
    const folder = mavenFolder(artifact.name);
    addList(files, `${folder}/maven-metadata.xml`, mavenMetadata(artifact));
    for (const { version, files: ofVersion } of artifact.versions) {
      for (const { name, read } of ofVersion) addFile(files, `${folder}/${version}/${name}`, read);
    }
  }
  return files;
}

function addList(files: Map<string, () => KeptAnswer>, path: string, text: string): void {
  files.set(path, () => keepList("application/xml; charset=utf-8", text));
  for (const algorithm of CHECKSUMS) {
    files.set(`${path}.${algorithm}`, () => keepList("text/plain; charset=utf-8", hash(algorithm, text)));
  }
}

function addFile(files: Map<string, () => KeptAnswer>, path: string, read: () => Buffer): void {
  files.set(path, () => keepFile(TYPES[path.replace(/^.*\./, "")] ?? "application/octet-stream", read()));
  for (const algorithm of CHECKSUMS) {
    files.set(`${path}.${algorithm}`, () => keepFile("text/plain; charset=utf-8", hash(algorithm, read())));
  }
}

function refuse(response: ServerResponse): void {
  sendProblem(response, new AppError("NOT_FOUND", undefined, { resource: "package" }));
}
