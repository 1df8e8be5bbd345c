import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/** Native add-ons of the program, by the name of their file in the executable. */
export const addons = { argon2: "@node-rs/argon2", bcrypt: "@node-rs/bcrypt" } as const;

/** One file of CommonJS with all of the program's code. Returns the packages that went into it. */
export async function bundle(root: string, outfile: string, commit: string): Promise<string[]> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["cli/src/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs", // starts four times as fast as an ES module in an executable, because it supports the code cache
    target: "node26",
    minify: true,
    keepNames: true,
    legalComments: "none",
    external: ["pg-native"],
    define: {
      SVC_RELEASE: "true",
      SVC_COMMIT: JSON.stringify(commit),
      // The executable has no source paths.
      "import.meta.dirname": '""',
      "import.meta.filename": '""',
      "import.meta.main": "false",
    },
    metafile: true,
    write: false,
    logLevel: "error",
    plugins: [embeddedAddons(root)],
  });
  for (const { path, text } of outputFiles) writeFileSync(path, inAscii(text));
  const folders = Object.keys(metafile.inputs).flatMap(
    (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [
    ...new Set([...folders, ...Object.values(addons).map((name) => join("node_modules", name))]),
  ].sort();
}

/**
 * With a single other character V8 keeps all of the code with two bytes for each, 5 MB more. esbuild leaves such characters
 * in regular expressions and tagged templates, where an escape means the same. `String.raw` would show it, so what is
 * made with that has to be a regular expression.
 */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The packages load their add-on from a file beside them. In the executable it is embedded. */
function embeddedAddons(root: string): Plugin {
  const loader = join(root, "server/src/runtime/embedded-addon.ts");
  return {
    name: "embedded-addons",
    setup({ onResolve, onLoad }) {
      for (const [name, pkg] of Object.entries(addons)) {
        onResolve({ filter: new RegExp(`^${pkg}$`) }, () => ({ path: name, namespace: "addon" }));
      }
      onLoad({ filter: /.*/, namespace: "addon" }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(loader)}).loadEmbeddedAddon(${JSON.stringify(path)});`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}
