import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkAdrLines } from "../../tools/check-adr-lines.ts";
import { checkDependencies } from "../../tools/check-dependencies.ts";
import { checkLengths } from "../../tools/check-lengths.ts";
import { checkLinks } from "../../tools/check-links.ts";
import { checkReasons } from "../../tools/check-reasons.ts";
import { checkWords } from "../../tools/check-words.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-checks-"));
  write(".gitignore", "node_modules/\n*.log\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("npm run check fails on", () => {
  test("a source file above 300 lines and a test above 400, unless it is generated", () => {
    write("server/src/long.ts", "x;\n".repeat(301));
    write("server/src/short.ts", "x;\n".repeat(300));
    write("server/src/long.test.ts", "x;\n".repeat(401));
    write("server/src/short.test.ts", "x;\n".repeat(400));
    write("cli/test/long.ts", "x;\n".repeat(401));
    write("server/src/testing/short.ts", "x;\n".repeat(400));
    write("proto/gen/long.ts", "x;\n".repeat(401));
    write("node_modules/long.ts", "x;\n".repeat(401));
    expect(checkLengths(root, []).problems).toEqual([
      "cli/test/long.ts: 401 lines; at most 400, split it",
      "server/src/long.test.ts: 401 lines; at most 400, split it",
      "server/src/long.ts: 301 lines; at most 300, split it",
    ]);
  });

  test("an exception for a file that is not too long", () => {
    write("server/src/long.ts", "x;\n".repeat(301));
    write("server/src/short.ts", "x;\n".repeat(300));
    const remedy = "short enough; remove it from the exceptions of tools/check-lengths.ts";
    expect(checkLengths(root, ["server/src/long.ts", "server/src/short.ts", "gone.ts"]).problems).toEqual([
      `server/src/short.ts: ${remedy}`,
      `gone.ts: ${remedy}`,
    ]);
  });

  test("a line above 120 characters in a decision, a table row too", () => {
    write(
      "docs/adr/0001-long.md",
      `# Long\n\n${"x".repeat(121)}\n${"é".repeat(120)}\n| ${"x".repeat(120)} |\n`,
    );
    write("docs/operations.md", "x".repeat(121));
    expect(checkAdrLines(root).problems).toEqual([
      "docs/adr/0001-long.md:3: 121 characters; at most 120",
      "docs/adr/0001-long.md:5: 124 characters; at most 120",
    ]);
  });

  test("a path of a machine and an address of a registry", () => {
    const home = ["", "home", "ada", "svc"].join("/");
    const host = ["registry", "npmjs", "org"].join(".");
    write("docs/a.md", `first\nsee ${home}\n`);
    write("package-lock.json", `"resolved": "https://${host}/x"`);
    write(".npmrc", ["registry", "http://mirror"].join("="));
    write("docs/b.md", `/var/lib/svc, ./data${home} and https://auth.example.com${home} are fine\n`);
    write("server.log", home);
    expect(checkWords(root).problems).toEqual([
      ".npmrc:1: registry=h: an address of a package registry",
      `docs/a.md:2: ${home.replace("/svc", "")}: a path of one machine`,
      `package-lock.json:1: ${host.replace("org", "")}: an address of a package registry`,
    ]);
  });

  test("a term in a comment that has another name in this project", () => {
    const term = ["e", "mail"].join("-");
    write("server/src/crypto/a.ts", `/** The user's ${term}. */\nconst a = "${term}"; // the ${term}\n`);
    write("server/src/crypto/a.test.ts", `/** The user's ${term}. */\n`);
    write("server/src/storage/a.ts", `/** The user's ${term}. */\n`);
    expect(checkWords(root).problems).toEqual([
      `server/src/crypto/a.ts:1: ${term}: write email`,
      `server/src/crypto/a.ts:2: ${term}: write email`,
    ]);
  });

  test("a reason in the contract that the server does not have", () => {
    write(
      "proto/svc/a.proto",
      `// Reasons: RATE_LIMITED, NO_SUCH_REASON, OVERLODED (KIND_ONE).
rpc A(B) returns (C); // SHOUTING in prose is fine
enum Kind {
  // One. See EMAIL_NOT_VERIFED.
  KIND_ONE = 1;
}
`,
    );
    expect(checkReasons(root).problems).toEqual([
      "proto/svc/a.proto:1: NO_SUCH_REASON is no reason of server/src/errors.ts",
      "proto/svc/a.proto:1: OVERLODED is no reason of server/src/errors.ts",
      "proto/svc/a.proto:4: EMAIL_NOT_VERIFED is no reason of server/src/errors.ts",
    ]);
  });

  test("a version that is not exact, a lockfile with a hole or an address, an unexplained package", () => {
    write("package.json", `{ "dependencies": { "a": "^1.0.0" }, "devDependencies": { "b": "1.0.0" } }`);
    const resolved = "https://example.com/b.tgz";
    const packages = {
      "": { dependencies: { a: "^1.0.0" } },
      "node_modules/a": {
        dependencies: { inside: "1.0.0" },
        bundleDependencies: ["inside"],
        optionalDependencies: { "a-darwin": "1.0.0" },
      },
      "node_modules/b": { resolved },
    };
    write("package-lock.json", JSON.stringify({ packages }));
    write("bench/package.json", "{}");
    write("bench/package-lock.json", JSON.stringify({ packages: { "node_modules/d": { resolved } } }));
    write(
      "docs/adr/0010-dependencies.md",
      "- `a` (MIT): because\n  `x` was slower\n- `c`, `d-types` (MIT): gone\n",
    );
    expect(checkDependencies(root).problems).toEqual([
      'package.json: a "^1.0.0" is not an exact version',
      `bench/package-lock.json: node_modules/d names ${resolved}; .npmrc leaves it out, so install again with it`,
      `package-lock.json: node_modules/b names ${resolved}; .npmrc leaves it out, so install again with it`,
      "package-lock.json: node_modules/a needs a-darwin, which is not locked",
      "docs/adr/0010-dependencies.md: does not say why b is used",
      "docs/adr/0010-dependencies.md: explains c, which nothing uses",
      "docs/adr/0010-dependencies.md: explains d-types, which nothing uses",
    ]);
  });

  test("a link that leads nowhere", () => {
    write("README.md", "[a](docs/a.md) [b](docs/a.md#how-it-works) [c](docs/b.md) [d](#no-such)\n");
    write("docs/a.md", "# How it `works`\n[up](../README.md) [out](https://example.com)\n");
    expect(checkLinks(root).problems).toEqual([
      "README.md: docs/b.md leads nowhere",
      "README.md: #no-such: no such heading",
    ]);
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
