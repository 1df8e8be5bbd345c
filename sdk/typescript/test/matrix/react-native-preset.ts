import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { appSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { Phone } from "./phone.ts";
import type { Place } from "./place.ts";

type Profile = "default" | "hermes-stable";
type Babel = { transformSync(code: string, options: object): { code: string } };
type Exports = Record<string, Record<string, string>>;

/** An app whose every file is compiled by React Native's own preset, as Metro does it. */
export function reactNativePreset(version: string, profile: Profile, isQuick = false): Cell {
  return {
    name: `React Native ${version.replace(/\.\d+$/, "")}, ${profile}`,
    packages: { "@react-native/babel-preset": version, "@babel/core": "7.29.13", react: "19.3.1" },
    isQuick,
    run: async (place) => {
      place.write("app.js", appSource(place));
      const phone = new Phone();
      load(phone, join(place.folder, "app.js"), compilerIn(place, profile));
      return phone.end();
    },
  };
}

/** Compiles one file, which becomes CommonJS. */
export function compilerIn({ folder }: Pick<Place, "folder">, profile: Profile): (file: string) => string {
  const require = createRequire(join(folder, "package.json"));
  const babel: Babel = require("@babel/core");
  const options = { unstable_transformProfile: profile, enableBabelRuntime: false };
  const presets = [[require.resolve("@react-native/babel-preset"), options]];
  return (filename) => {
    const flags = { presets, filename, babelrc: false, configFile: false, cwd: folder };
    return babel.transformSync(readFileSync(filename, "utf8"), flags).code;
  };
}

/** Loads a file and what it imports, each once. */
function load(phone: Phone, entry: string, compile: (file: string) => string): void {
  const loaded = new Map<string, { exports: unknown }>();
  const loadFile = (file: string): unknown => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const body = phone.evaluate(`(function (require, module, exports) {${compile(file)}\n})`, file);
    const require = (specifier: string) => loadFile(resolve(specifier, file));
    (body as (...args: unknown[]) => void)(require, module, module.exports);
    return module.exports;
  };
  loadFile(entry);
}

/** As Metro resolves an import: by the conditions of a package's exports. */
function resolve(specifier: string, from: string): string {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const [, name, entry = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const require = createRequire(from);
  const manifest = require.resolve(`${name}/package.json`);
  const { exports }: { exports?: Exports } = JSON.parse(readFileSync(manifest, "utf8"));
  const target = Object.entries(exports?.[entry ? `./${entry}` : "."] ?? {}).find(([condition]) =>
    ["react-native", "import", "default"].includes(condition),
  );
  return target && name === "@svc/sdk" ? join(dirname(manifest), target[1]) : require.resolve(specifier);
}
