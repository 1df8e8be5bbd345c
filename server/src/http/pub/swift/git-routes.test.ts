import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { swiftArchive } from "../../../testing/native-packages.ts";
import { notRun } from "../../../testing/not-run.ts";
import { PubServer } from "../../../testing/pub-server.ts";
import { sentAsWritten } from "../../../testing/sent-as-written.ts";
import { readSwiftReleases } from "./swift-releases.ts";

const current = swiftArchive("0.10.0", "2026-03-01");
const former = swiftArchive("0.9.1", "2026-01-01", {
  "Sources/SvcAuth/Answer.swift": "public let answer = 41\n",
});
const folder = mkdtempSync(join(tmpdir(), "svc-git-"));
const run = promisify(execFile);

let server: PubServer;
beforeAll(async () => {
  server = await PubServer.start({ swift: () => readSwiftReleases([former, current]) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.get(`swift/SvcAuth.git/${path}`, headers);

/** With nothing of this machine's settings. */
async function git(...args: string[]): Promise<string> {
  const settings = [`HOME=${folder}`, "GIT_CONFIG_NOSYSTEM=1", "git"];
  return (await run("env", [...settings, ...args], { cwd: folder })).stdout;
}

describe("the files that git asks for", () => {
  test("HEAD names the branch, and info/refs has the branch and a tag for each version", async () => {
    expect(await (await get("HEAD")).text()).toBe("ref: refs/heads/main\n");
    const answer = await get("info/refs?service=git-upload-pack");
    // Another type would promise a program on the server.
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const refs = new Map(
      (await answer.text()).split("\n").map((line) => line.split("\t").reverse() as [string, string]),
    );
    expect([...refs.keys()]).toEqual(["refs/heads/main", "refs/tags/0.10.0", "refs/tags/0.9.1", ""]);
    expect(refs.get("refs/heads/main")).toBe(refs.get("refs/tags/0.10.0"));
    expect(refs.get("refs/tags/0.9.1")).not.toBe(refs.get("refs/tags/0.10.0"));
    expect(await (await get("objects/info/packs")).text()).toBe("\n");
  });

  test("an object never changes, and its content has the hash that it is named by", async () => {
    const [id = ""] = (await (await get("info/refs")).text()).split("\t");
    const path = `objects/${id.slice(0, 2)}/${id.slice(2)}`;
    const answer = await get(path);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(hash("sha1", inflateSync(await answer.bytes()))).toBe(id);
    expect((await get(path, { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
  });

  test("a commit is the same on every machine, with or without other versions: clients keep its id", async () => {
    const alone = await PubServer.start({ swift: () => readSwiftReleases([former]) });
    const [id] = (await (await alone.get("swift/SvcAuth.git/info/refs")).text()).split("\t");
    await alone.close();
    expect(id).toBe("f194223d59f2325cb33eb8d85527ef1c58af09ed");
    expect(await (await get("info/refs")).text()).toContain(`${id}\trefs/tags/0.9.1\n`);
  });
});

describe("with the real git", () => {
  beforeEach((context) => {
    if (spawnSync("git", ["--version"]).status !== 0) notRun(context, "there is no git");
  });

  test("a clone has the files of the newest version, and fsck finds nothing wrong", async () => {
    await git("clone", `${server.url}/pub/swift/SvcAuth.git`, "clone");
    expect(await git("-C", "clone", "fsck", "--full", "--strict", "--no-dangling")).toBe("");
    const files = (await git("-C", "clone", "ls-files")).trim().split("\n");
    expect(files).toEqual([
      "LICENSE",
      "Package.swift",
      "README.md",
      "Sources/SvcAuth.docs.txt",
      "Sources/SvcAuth/Answer.swift",
      "Sources/SvcAuth/Inner/Question.swift",
    ]);
    expect(readFileSync(join(folder, "clone/Sources/SvcAuth/Answer.swift"), "utf8")).toContain("42");
    expect(await git("-C", "clone", "status", "--porcelain")).toBe("");
    expect(await git("-C", "clone", "log", "--format=%an %at %s", "main")).toBe(
      `svc ${Date.parse("2026-03-01T00:00:00Z") / 1000} SvcAuth 0.10.0\n`,
    );
  });

  test("a mirror, as SwiftPM makes one, has every version as a tag", async () => {
    await git("clone", "--mirror", `${server.url}/pub/swift/SvcAuth.git`, "mirror");
    expect(await git("-C", "mirror", "tag")).toBe("0.10.0\n0.9.1\n");
    expect(await git("-C", "mirror", "show", "0.9.1:Sources/SvcAuth/Answer.swift")).toContain("41");
    await git("-C", "mirror", "remote", "update");
    expect(readdirSync(join(folder, "mirror"))).toContain("HEAD");
  });
});

test.each([
  "",
  "config",
  "description",
  "objects/info/alternates",
  "objects/info/http-alternates",
  `objects/00/${"0".repeat(38)}`,
  "objects/../HEAD",
  "%2e%2e/SvcAuth.git/HEAD",
  "HEAD%00",
  "HEAD/",
  "git-upload-pack",
  "../../../package.json",
])("anything else is not there: %s", async (path) => {
  expect(await sentAsWritten(server.url, `/pub/swift/SvcAuth.git/${path}`)).toBe(404);
});

test("nobody pushes", async () => {
  const answer = await fetch(`${server.url}/pub/swift/SvcAuth.git/git-receive-pack`, { method: "POST" });
  expect(answer.status).toBe(405);
});
