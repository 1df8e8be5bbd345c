import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileCache, node, root, sources } from "../../cli/test/cli-runner.ts";

const folder = join(root, "server/src");
/** Not what begins to work when it is loaded: the program itself. */
const isProduct = (file: string): boolean =>
  !/^testing\/|\.test\.ts$|^main\.ts$/.test(file.replaceAll("\\", "/"));

const run = (...args: string[]) =>
  spawnSync(node, args, { encoding: "utf8", env: { PATH: process.env.PATH, ...compileCache } });

// The other tests start the program as one file, which starts sooner.
test("Node runs every file of the program as it is written, and nothing happens at import time", () => {
  const files = globSync("**/*.ts", { cwd: folder }).filter(isProduct);
  expect(files.length).toBeGreaterThan(300);
  const script = `for (const file of ${JSON.stringify(files)}) await import(${JSON.stringify(`${folder}/`)} + file);`;
  expect(run("--input-type=module", "-e", script)).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("a checkout runs the program from its sources", () => {
  expect(run(sources, "help")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("serve"),
  });
});
