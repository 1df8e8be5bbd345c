import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { NODE_FLAGS } from "../cli/src/local/memory.ts";
import { addons, bundle } from "./build/bundle.ts";
import { notices } from "./build/notices.ts";
import { shippedFolders } from "./build/shipped-folders.ts";
import { hostTarget, type Target, targets } from "./build/targets.ts";

const root = join(import.meta.dirname, "..");

/** `npm run build [-- --target linux-arm64 --out folder]`: one executable with everything inside. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { target: { type: "string" }, out: { type: "string" } } });
  const out = values.out ?? join(root, "dist");
  mkdirSync(out, { recursive: true });
  const script = join(out, "svc.cjs");
  const packages = await bundle(root, script, commitOf(root));
  writeFileSync(join(out, "THIRD-PARTY-NOTICES.txt"), notices(root, packages));
  for (const target of chosenTargets(values.target)) {
    const file = executable(target, script, out);
    process.stdout.write(`${target.name.padEnd(14)} ${file} ${Math.round(statSync(file).size / 1e6)} MB\n`);
  }
  rmSync(script);
}

function chosenTargets(names: string | undefined): readonly Target[] {
  const host = hostTarget();
  if (names === undefined && host) return [host];
  if (names === "all") return targets;
  const wanted = (names ?? "").split(",");
  const chosen = targets.filter(({ name }) => wanted.includes(name));
  if (chosen.length === wanted.length) return chosen;
  throw new Error(`--target takes ${targets.map(({ name }) => name).join(", ")} or all`);
}

function executable(target: Target, script: string, out: string): string {
  const isHost = target === hostTarget();
  const packages = isHost ? join(root, "node_modules") : fetchPackages(target, out);
  const suffix = target.os === "win32" ? ".exe" : "";
  const output = join(out, isHost ? `svc${suffix}` : `svc-${target.name}${suffix}`);
  const settings = {
    main: script,
    executable: join(packages, target.node, target.executable),
    output: `${output}.new`,
    disableExperimentalSEAWarning: true,
    useCodeCache: isHost, // compiled code works only with the same Node
    execArgv: NODE_FLAGS,
    execArgvExtension: "none",
    assets: { ...shippedAssets(), ...addonAssets(target, packages) },
  };
  const plan = join(out, `${target.name}.json`);
  writeFileSync(plan, JSON.stringify(settings));
  const { status, stderr } = spawnSync(process.execPath, ["--build-sea", plan], { encoding: "utf8" });
  rmSync(plan);
  if (status !== 0) throw new Error(`${target.name}: ${stderr}`);
  renameSync(`${output}.new`, output);
  return output;
}

function shippedAssets(): Record<string, string> {
  const files = shippedFolders.flatMap(({ folder, includes }) => {
    if (!existsSync(join(root, folder))) throw new Error(`${folder} is missing: npm start builds it`);
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && includes(entry.name))
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(root.length + 1)
          .replaceAll("\\", "/"),
      );
  });
  return Object.fromEntries(files.map((file) => [file, join(root, file)]));
}

function addonAssets(target: Target, packages: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(addons).map(([name, pkg]) => {
      const folder = join(packages, `${pkg}-${target.addons}`);
      const file = readdirSync(folder).find((entry) => entry.endsWith(".node"));
      if (file === undefined) throw new Error(`${folder} has no add-on`);
      return [`addons/${name}.node`, join(folder, file)];
    }),
  );
}

/** Another platform's Node and add-ons, in the versions of the lockfile. */
function fetchPackages({ name, node, os, cpu, addons: suffix }: Target, out: string): string {
  const folder = join(out, "packages", name);
  const versions = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages as Record<
    string,
    { version: string }
  >;
  const wanted = [node, ...Object.values(addons).map((pkg) => `${pkg}-${suffix}`)];
  const named = wanted.map((pkg) => `${pkg}@${versions[`node_modules/${pkg}`]?.version ?? "missing"}`);
  mkdirSync(folder, { recursive: true });
  // Forced, because npm refuses packages of other platforms.
  const flags = ["--prefix", folder, "--os", os, "--cpu", cpu, "--force", "--ignore-scripts", "--no-save"];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...flags, ...named], {
    cwd: dirname(folder),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, "node_modules");
}

function commitOf(folder: string): string {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : "";
}

await main();
