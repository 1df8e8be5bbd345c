import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { CannotRun, type Cell } from "./cell.ts";

export type Server = Readonly<{ baseUrl: string; publishableKey: string }>;

const root = join(import.meta.dirname, "../../../..");
const { version } = JSON.parse(readFileSync(join(root, "sdk/typescript/package.json"), "utf8"));
const tarball = join(root, `sdk/typescript/dist/svc-sdk-${version}.tgz`);

/** The folder of an app that has the packed library and nothing but its own packages. */
export class Place {
  readonly folder: string;
  readonly server: Server;
  readonly email: string;

  constructor(folder: string, server: Server, { name }: Cell) {
    this.folder = folder;
    this.server = server;
    // Another one when the test is repeated.
    this.email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${randomUUID().slice(0, 8)}@example.com`;
    this.writeManifest({ type: "module" });
    for (const file of ["scenario", "react-scenario"]) this.write(`${file}.js`, scenarioSource(file, "esm"));
  }

  /** Adds fields to package.json. */
  writeManifest(fields: object): void {
    const before = JSON.parse(readFileSync(join(this.folder, "package.json"), "utf8"));
    this.write("package.json", JSON.stringify({ ...before, ...fields }));
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  get env(): NodeJS.ProcessEnv {
    const { NODE_OPTIONS: _options, NODE_ENV: _env, ...rest } = process.env;
    const paths = [join(this.folder, "node_modules/.bin"), join(root, "node_modules/.bin"), process.env.PATH];
    const quiet = { CI: "1", EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1", NEXT_TELEMETRY_DISABLED: "1" };
    return { ...rest, ...quiet, PATH: paths.join(":") };
  }

  /** Runs a program of the app's own or of the machine; returns all that it printed. */
  async run(program: string, ...args: string[]): Promise<string> {
    return runIn(this.folder, this.env, program, args);
  }
}

/** A folder with packages of the checkout. */
export async function linkedFolder(packages: Cell["packages"]): Promise<string> {
  const folder = emptyFolder({});
  const sdk = join(folder, "node_modules/@svc/sdk");
  mkdirSync(sdk, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", sdk, "--strip-components=1"]);
  for (const name of Object.keys(packages)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
  return folder;
}

/** A folder with packages of the package registry. */
export async function installedFolder(packages: Cell["packages"]): Promise<string> {
  const folder = emptyFolder({ ...packages, "@svc/sdk": `file:${tarball}` });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runIn(folder, process.env, "npm", ["install", ...flags]);
  return folder;
}

export async function reachesRegistry(): Promise<boolean> {
  return runIn(tmpdir(), process.env, "npm", ["ping"]).then(
    () => true,
    () => false,
  );
}

/** A scenario as JavaScript. */
export function scenarioSource(name: string, format: "esm" | "cjs"): string {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
  return transformSync(source, { loader: "ts", format }).code;
}

function emptyFolder(dependencies: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-matrix-"));
  const manifest = { name: "app", version: "1.0.0", private: true, dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

async function runIn(cwd: string, env: NodeJS.ProcessEnv, program: string, args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", code } = error as { stdout?: string; stderr?: string; code?: unknown };
    if (code === "ENOENT") throw new CannotRun(`there is no ${program}`);
    throw new Error(`${program} ${args.join(" ")}: ${error}\n${stdout}${stderr}`);
  }
}
