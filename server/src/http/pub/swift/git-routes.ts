import type { ServerResponse } from "node:http";
import { deflateSync } from "node:zlib";
import { AppError } from "../../../errors.ts";
import type { HttpRoute } from "../../../wire/http-route.ts";
import { sendProblem } from "../../../wire/problem.ts";
import type { KeptAnswer } from "../../kept-answer.ts";
import { type Files, fileRoute } from "../file-route.ts";
import { keepFile, keepList } from "../keep-file.ts";
import { latestOf } from "../latest-of.ts";
import { onceThere } from "../once-there.ts";
import { addCommit, type GitObjects } from "./git-objects.ts";
import { SWIFT_NAME, type SwiftRelease } from "./swift-releases.ts";

const AUTHOR = "svc <svc@localhost>";
const TEXT = "text/plain; charset=utf-8";

/** The Swift package as a bare git repository of static files, which git reads without a program on the server. */
export function swiftGitRoutes(load: () => readonly SwiftRelease[]): HttpRoute[] {
  const pattern = new RegExp(`^/pub/swift/${SWIFT_NAME}\\.git/(?<path>.*)$`);
  return [fileRoute({ pattern, load: onceThere(load, filesOf), refuse })];
}

function filesOf(releases: readonly SwiftRelease[]): Files {
  const files = new Map<string, () => KeptAnswer>();
  const latest = latestOf(releases);
  if (!latest) return files;
  const objects: GitObjects = new Map();
  // Without parents, so that the id of a commit stays what it is when an older version is served no longer.
  const commits = new Map(
    releases.map(({ version, files, publishedAt }) => {
      const message = `${SWIFT_NAME} ${version}`;
      return [version, addCommit(objects, files, { message, author: AUTHOR, at: publishedAt })];
    }),
  );
  const tags = [...commits].map(([version, id]) => `${id}\trefs/tags/${version}\n`).sort(byRef);
  const refs = [`${commits.get(latest.version)}\trefs/heads/main\n`, ...tags];
  files.set("HEAD", () => keepList(TEXT, "ref: refs/heads/main\n"));
  files.set("info/refs", () => keepList(TEXT, refs.join("")));
  files.set("objects/info/packs", () => keepList(TEXT, "\n"));
  for (const { id, bytes } of objects.values()) {
    const type = "application/x-git-loose-object";
    files.set(`objects/${id.slice(0, 2)}/${id.slice(2)}`, () => keepFile(type, deflateSync(bytes)));
  }
  return files;
}

function byRef(a: string, b: string): number {
  const [left = "", right = ""] = [a, b].map((line) => line.replace(/^.*\t/, ""));
  return left < right ? -1 : 1;
}

function refuse(response: ServerResponse): void {
  sendProblem(response, new AppError("NOT_FOUND", undefined, { resource: "path" }));
}
