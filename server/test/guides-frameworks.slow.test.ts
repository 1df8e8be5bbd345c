import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { transformSync } from "@swc/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { type Framework, frameworkSources, type Source } from "./guides/framework-sources.ts";
import { TEMPLATES, type Template } from "./guides/frameworks.ts";

const PHONES: readonly Framework[] = ["expo", "react-native-oldest", "react-native-newest"];
const sources = frameworkSources();
const sourcesOf = (framework: Framework): Source[] =>
  sources.filter(({ frameworks }) => frameworks.includes(framework));

/** Empty if it worked. */
async function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, CI: "1", PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  return promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 }).then(
    () => "",
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}` || "failed",
  );
}

/** Hermes runs scripts, which have no `await` outside of functions. */
function topLevelAwait({ page, file, code }: Pick<Source, "page" | "file" | "code">): string[] {
  const jsc = { parser: { syntax: "typescript", tsx: true }, target: "es2022" } as const;
  try {
    new Script(transformSync(code, { jsc, module: { type: "commonjs" } }).code);
    return [];
  } catch (error) {
    return [`${page}/${file}: ${error}`];
  }
}

test("every block of TypeScript belongs to a framework, and each framework has blocks", () => {
  const known: Framework[] = [...TEMPLATES.map(({ framework }) => framework), "next"];
  for (const framework of known) expect(sourcesOf(framework).length, framework).toBeGreaterThan(0);
  const strays = sources.filter(({ frameworks }) => !frameworks.some((each) => known.includes(each)));
  expect(strays).toEqual([]);
});

test("no code for React Native awaits outside of functions", () => {
  const phone = sources.filter(({ frameworks }) => frameworks.some((each) => PHONES.includes(each)));
  expect(phone.flatMap(topLevelAwait)).toEqual([]);
  const wrong = { page: "wrong", file: "auth.ts", code: "const a = await fetch('x');\nexport { a };\n" };
  expect(topLevelAwait(wrong)).toEqual([expect.stringMatching(/^wrong\/auth.ts: .*await/)]);
});

test("no code for apps imports a file by its ending, which most templates refuse", () => {
  const endings = ({ code }: Pick<Source, "code">) => code.match(/ from "\..*\.tsx?";/g) ?? [];
  const apps = sources.filter(({ frameworks }) => frameworks.some((each) => each !== "node"));
  expect(apps.flatMap(endings)).toEqual([]);
  expect(endings({ code: 'import { auth } from "./auth.ts";' })).toHaveLength(1);
});

describe.each(TEMPLATES)("$name", (template) => {
  let folder: string;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  /** Why the app could not be made. */
  let why: string | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `svc-guides-${template.framework}-`));
    why = await makeApp(folder, template);
  }, 1_800_000);

  test("the pages' code compiles with the settings of the template", {
    timeout: 1_800_000,
  }, async (context) => {
    if (why !== undefined) notRun(context, why);
    const tsc = join(folder, "node_modules/typescript/bin/tsc");
    const complaints = () => run(folder, process.execPath, tsc, "--pretty", "false", "-p", ".");
    expect(await complaints()).toBe("");

    const wrong = 'import { createAuthClient } from "@svc/sdk";\ncreateAuthClient({ baseUri: "x" });\n';
    writeFileSync(join(folder, template.folder, "wrong.ts"), wrong);
    expect(await complaints()).toContain("wrong.ts");
    rmSync(join(folder, template.folder, "wrong.ts"));
  });

  const { hermes } = template;
  test.runIf(hermes)(
    "Metro bundles it, and Hermes takes the bundle",
    { timeout: 1_800_000 },
    async (context) => {
      if (why !== undefined) notRun(context, why);
      const bundled = (entry: string) => {
        const flags = [
          "--platform",
          "android",
          "--dev",
          "false",
          "--entry-file",
          entry,
          "--bundle-output",
          "out.js",
        ];
        return run(
          folder,
          process.execPath,
          "node_modules/@react-native-community/cli/build/bin.js",
          "bundle",
          ...flags,
        );
      };
      const files = sourcesOf(template.framework).map(
        ({ page, file }) => `${template.folder}/${page}/${file}`,
      );
      writeFileSync(join(folder, "index.js"), files.map((file) => `import "./${file}";\n`).join(""));
      expect(await bundled("index.js")).toBe("");
      const compiler = join(folder, "node_modules", hermes ?? "");
      expect(await run(folder, compiler, "-O", "-emit-binary", "-out", "out.hbc", "out.js")).toBe("");
      expect(statSync(join(folder, "out.hbc")).size).toBeGreaterThan(100_000);

      writeFileSync(join(folder, "wrong.js"), 'import "./index.js";\nawait Promise.resolve();\n');
      const failed =
        (await bundled("wrong.js")) || (await run(folder, compiler, "-emit-binary", "-out", "x", "out.js"));
      expect(failed).not.toBe("");
    },
  );
});

/** Installs what the template has and writes the pages' files into it. Returns why it could not. */
async function makeApp(folder: string, template: Template): Promise<string | undefined> {
  if (!isFull) return "it installs modules from the package registry: npm run test:full";
  const offline = await run(folder, "npm", "ping");
  if (offline !== "") return `the package registry cannot be reached: ${offline}`;
  const { packages: dependencies, tsconfig, added = {}, folder: place, framework } = template;
  const manifest = { private: true, ...(framework === "node" && { type: "module" }), dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // A version that does not exist is a fault of the table, not of the network.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const installed = await run(folder, "npm", "install", ...flags);
  if (installed !== "") throw new Error(installed);
  const modules = join(folder, "node_modules");
  const settings = join(folder, "tsconfig.template.json");
  if (typeof tsconfig === "string") copyFileSync(join(modules, tsconfig), settings);
  else writeFileSync(settings, JSON.stringify(tsconfig));
  const own = { extends: "./tsconfig.template.json", compilerOptions: added };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(own));
  if (template.hermes) {
    for (const file of ["babel.config.js", "metro.config.js"]) {
      copyFileSync(join(modules, "@react-native-community/template/template", file), join(folder, file));
    }
  }
  for (const { page, file, code } of sourcesOf(framework)) {
    const path = join(folder, place, page, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${code}export {};\n`);
  }
  return undefined;
}
