import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

type Cruise = {
  modules: ReadonlyArray<{ source: string }>;
  summary: {
    totalDependenciesCruised: number;
    violations: ReadonlyArray<{ from: string; to: string; rule: { name: string } }>;
  };
};

const home = join(import.meta.dirname, "..");

/** Checks the import rules of ARCHITECTURE.md, and that every source file was checked. */
export function checkImports(root: string, config = join(home, ".dependency-cruiser.cjs")): Finding {
  const folders = ["server/src", "cli/src", "console/src", "sdk/typescript/src"].filter((folder) =>
    existsSync(join(root, folder)),
  );
  const { modules, summary } = cruise(root, config, folders);
  const seen = new Set(modules.map(({ source }) => source));
  const sources = repositoryFiles(root).filter(
    (path) => /\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  const unseen = sources.filter((path) => !seen.has(path));
  const { violations, totalDependenciesCruised } = summary;
  return {
    problems: [
      ...violations.map(({ from, to, rule }) => `${rule.name}: ${from} imports ${to}`),
      ...unseen.map((path) => `${path} was not read: does .dependency-cruiser.cjs still say parser: "swc"?`),
      ...(totalDependenciesCruised > sources.length
        ? []
        : ["hardly an import was read: the parser sees nothing"]),
    ],
    looked: `${sources.length} files and ${totalDependenciesCruised} imports in ${folders.join(", ")}`,
  };
}

function cruise(root: string, config: string, folders: readonly string[]): Cruise {
  const program = join(home, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const flags = ["--config", config, "--output-type", "json", ...folders];
  const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...flags], options);
  if (!stdout.startsWith("{")) throw new Error(`dependency-cruiser failed: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

if (import.meta.main) report(checkImports("."));
