import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../cli/test/cli-runner.ts";

const COMMITS = { "0.1.0": "fb0429811c656337e500c2c28c31f16c9e6685f1" } as const;
const WORKSPACES = {
  cli: "cli",
  console: "console",
  proto: "proto",
  sdk: "sdk/typescript",
  server: "server",
};

export type OldRelease = Readonly<{ main: string; remove: () => void }>;

/** The sources of a release from the history, with today's packages. Undefined where the history does not have it. */
export function oldRelease(version: keyof typeof COMMITS): OldRelease | undefined {
  const commit = COMMITS[version];
  if (spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status !== 0)
    return undefined;
  const folder = mkdtempSync(join(tmpdir(), "svc-release-"));
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  linkPackages(join(root, "node_modules"), join(folder, "node_modules"));
  linkPackages(join(root, "cli/node_modules"), join(folder, "cli/node_modules"));
  mkdirSync(join(folder, "node_modules/@svc"));
  for (const [name, workspace] of Object.entries(WORKSPACES)) {
    symlinkSync(join(folder, workspace), join(folder, "node_modules/@svc", name));
  }
  return {
    main: join(folder, "cli/src/main.ts"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** All but our own, which are those of the release. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== "@svc") symlinkSync(join(from, name), join(to, name));
}
