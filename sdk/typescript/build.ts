import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { contractTypes } from "./contract-types.ts";
import { entries } from "./entries.ts";

const sdk = import.meta.dirname;
const tsc = join(sdk, "../../node_modules/typescript/bin/tsc");

/**
 * Writes what is published into a folder: JavaScript of which the entries share one copy, the same as CommonJS, and
 * declarations that need nothing but TypeScript.
 */
export async function buildSdk(out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  await scripts(out);
  await commonJs(out);
  declarations(out);
}

async function scripts(out: string): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(entries.map(({ name, source }) => [name, join(sdk, "src", source)])),
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    format: "esm",
    target: "es2022",
    packages: "external",
    logLevel: "error",
  });
}

/** File by file, so that the entries share one copy here too: `instanceof AuthError` holds across them. */
async function commonJs(out: string): Promise<void> {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  await build({
    entryPoints: files.map((name) => join(out, name)),
    outbase: out,
    outdir: join(out, "cjs"),
    format: "cjs",
    target: "es2022",
    logLevel: "error",
  });
  writeFileSync(join(out, "cjs/package.json"), '{ "type": "commonjs" }\n');
}

/** Compiled with what a phone has: no types of Node, and no library newer than Hermes. */
function declarations(out: string): void {
  const types = join(out, "types");
  const config = join(out, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    outDir: types,
    rootDir: join(sdk, "src"),
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  };
  const files = [...entries.map(({ source }) => source), "expo-modules.d.ts"].map((file) =>
    join(sdk, "src", file),
  );
  writeFileSync(
    config,
    JSON.stringify({ extends: join(sdk, "tsconfig.json"), compilerOptions, files, include: [] }),
  );
  try {
    execFileSync(process.execPath, [tsc, "-p", config], {
      cwd: sdk,
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
  } catch (error) {
    throw new Error(`the declarations do not compile: ${(error as { stdout: string }).stdout}`);
  }
  rmSync(config);
  for (const file of declarationFiles(types)) rewriteImports(types, file);
  for (const { name, source } of entries) {
    const target = `types/${source.replace(/\.ts$/, ".js")}`;
    const up = "../".repeat(name.split("/").length - 1);
    writeFileSync(join(out, `${name}.d.ts`), `export * from "${up || "./"}${target}";\n`);
    writeFileSync(join(out, `cjs/${name}.d.ts`), `export * from "${up}../${target}";\n`);
  }
  // One set of types for both kinds of modules: an ES module may import types of CommonJS, but not the reverse.
  writeFileSync(join(types, "package.json"), '{ "type": "commonjs" }\n');
}

function declarationFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
}

/** Sources become scripts, and the contract's types a copy inside the package. */
function rewriteImports(types: string, file: string): void {
  const path = join(types, file);
  const up = "../".repeat(file.split(/[\\/]/).length - 1) || "./";
  const text = readFileSync(path, "utf8").replace(
    /((?:from |import\()")([^"]+)"/g,
    (_, before: string, target: string) => {
      const contract = /^@svc\/proto\/(.+)$/.exec(target)?.[1];
      if (contract) contractTypes(contract, join(types, "contract"));
      return `${before}${contract ? `${up}contract/${contract}.js` : target.replace(/\.ts$/, ".js")}"`;
    },
  );
  writeFileSync(path, text);
}
