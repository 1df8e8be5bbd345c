import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { readGuides } from "./guides/guide-blocks.ts";
import { sourcesOf } from "./guides/guide-script.ts";
import { sdkFolder } from "./sdk-folder.ts";

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  lib: ["es2024", "dom"],
  jsx: "react-jsx",
  // For programs of Node; guides-frameworks finds such imports in code for apps.
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ["node"],
};

/** A folder with the published library and stand-ins for the modules of phones. */
let home: string;
beforeEach(() => {
  home = sdkFolder("guide-types", ["react", "@types/react", "@types/node", "hono", "express", "fastify"]);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const shims = "native-modules.d.ts";
  copyFileSync(join(import.meta.dirname, "guides", shims), join(home, shims));
  copyFileSync(join(import.meta.dirname, "guides/test-runners.txt"), join(home, "test-runners.d.ts"));
  configure(compilerOptions);
});

function configure(compilerOptions: object): void {
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.d.ts", "src"] }));
}

/** What the compiler has to say about everything in the folder. */
async function complaints(): Promise<string> {
  const tsc = join(root, "node_modules/.bin/tsc");
  return promisify(execFile)(tsc, ["--pretty", "false", "-p", home], { cwd: home }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("every block of TypeScript in the guides compiles against the published library", async () => {
  let count = 0;
  for (const guide of readGuides()) {
    for (const [file, source] of sourcesOf(guide)) {
      const path = join(home, "src", guide.name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${source}export {};\n`);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(10);
  expect(await complaints()).toBe("");

  const wrong = 'import { createAuthClient } from "@svc/sdk";\ncreateAuthClient({ baseUri: "x" });\n';
  writeFileSync(join(home, "src/wrong.ts"), wrong);
  expect(await complaints()).toContain("src/wrong.ts");
});

test("the example for Expo compiles against the published library", async () => {
  cpSync(join(root, "examples/expo/src"), join(home, "src"), { recursive: true });
  expect(await complaints()).toBe("");
});
