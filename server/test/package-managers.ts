import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { node, root } from "../../cli/test/cli-runner.ts";
import { managersFor } from "../src/http/pub/npm/npm-managers.ts";

const run = promisify(execFile);

/** Exact, so that the same ones are tested everywhere. Bun's package is that of this machine. */
const PACKAGES: Readonly<Record<string, string>> = {
  pnpm: "pnpm@12.18.0",
  "Yarn 1": "yarn@1.22.22",
  "Yarn 4": "@yarnpkg/cli-dist@4.18.1",
  Bun: `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}@1.4.4`,
};

export type PackageManagerName = "npm" | "pnpm" | "Yarn 1" | "Yarn 4" | "Bun";

/** How a package manager is started: a program and its first arguments. */
export type Started = readonly [string, ...string[]];

/** Fetches it from the registry that this machine uses; undefined and the reason when that cannot be reached. */
export async function fetchManager(
  name: PackageManagerName,
  folder: string,
): Promise<Started | { why: string }> {
  if (name === "npm") return ["npm"];
  const prefix = join(folder, name.replace(" ", "-"));
  mkdirSync(prefix, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await run("npm", ["install", "--prefix", prefix, ...flags, PACKAGES[name] ?? ""], { cwd: prefix });
  } catch (error) {
    return { why: `${PACKAGES[name]} cannot be fetched: ${(error as { stderr?: string }).stderr ?? error}` };
  }
  const modules = join(prefix, "node_modules");
  const started: Readonly<Record<string, Started>> = {
    pnpm: [node, join(modules, "pnpm/bin/pnpm.mjs")],
    "Yarn 1": [node, join(modules, "yarn/bin/yarn.js")],
    "Yarn 4": [node, join(modules, "@yarnpkg/cli-dist/bin/yarn.js")],
    Bun: [join(modules, (PACKAGES.Bun ?? "").replace(/@[\d.]+$/, ""), "bin/bun")],
  };
  return started[name] ?? { why: "unknown" };
}

/** The project of a developer who has pasted the lines of /pub/ into a fresh folder. */
export class FreshProject {
  readonly folder: string;
  readonly #env: Record<string, string | undefined>;
  readonly #started: Started;

  constructor(home: string, name: PackageManagerName, started: Started, baseUrl: string) {
    this.folder = mkdtempSync(join(home, "project-"));
    this.#started = started;
    // Nothing of this machine's settings and caches; the pinned Node first on the PATH.
    this.#env = {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      // Another folder: npm does not read a project's .npmrc that is the user's, too.
      HOME: mkdtempSync(join(home, "home-")),
      npm_config_cache: join(this.folder, ".cache"),
      npm_config_audit: "false",
      YARN_ENABLE_TELEMETRY: "0",
      COREPACK_ENABLE_STRICT: "0",
    };
    const manager = managersFor(baseUrl, "@svc/sdk").find((each) => each.name === name);
    writeFileSync(join(this.folder, manager?.file ?? ""), manager?.lines ?? "");
    this.write(
      "package.json",
      JSON.stringify({ name: "app", version: "1.0.0", private: true, type: "module" }),
    );
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs the package manager with these arguments. */
  manage(...args: string[]): Promise<string> {
    const [program, ...first] = this.#started;
    return this.run(program, ...first, ...args);
  }

  async run(program: string, ...args: string[]): Promise<string> {
    try {
      const { stdout } = await run(program, args, { cwd: this.folder, env: this.#env });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
    }
  }
}

/** What to type after the program's name to install the library. */
export function installArguments(name: PackageManagerName): string[] {
  const command = managersFor("http://x", "@svc/sdk").find((each) => each.name === name)?.command ?? "";
  return command.split(" ").slice(1);
}
