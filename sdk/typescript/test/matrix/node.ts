import { join } from "node:path";
import { appSource, commonJsAppSource } from "./app-source.ts";
import { CannotRun, type Cell } from "./cell.ts";
import { type Place, scenarioSource } from "./place.ts";

const REACT = { react: "19.3.1" };

export const nodeImport: Cell = {
  name: "Node, import",
  packages: REACT,
  version: `node ${process.version.slice(1)}`,
  isQuick: true,
  run: (place) => {
    place.write("app.js", appSource(place));
    return place.run(process.execPath, "app.js");
  },
};

export const nodeRequire: Cell = {
  name: "Node, require",
  packages: REACT,
  version: `node ${process.version.slice(1)}`,
  run: (place) => runRequiring(place, process.execPath),
};

/** A Node of long-term support, which npm has for Linux. */
export function olderNode(version: string, kind: "import" | "require"): Cell {
  const name = `node-${process.platform}-${process.arch}`;
  return {
    name: `Node ${version.split(".")[0]}, ${kind}`,
    packages: process.platform === "linux" ? { [name]: version, ...REACT } : REACT,
    run: (place) => {
      if (process.platform !== "linux") throw new CannotRun("only for Linux");
      const node = join(place.folder, "node_modules", name, "bin/node");
      if (kind === "require") return runRequiring(place, node);
      place.write("app.js", appSource(place));
      return place.run(node, "app.js");
    },
  };
}

function runRequiring(place: Place, node: string): Promise<string> {
  place.writeManifest({ type: "commonjs" });
  place.write("scenario.js", scenarioSource("scenario", "cjs"));
  place.write("app.js", commonJsAppSource(place));
  return place.run(node, "app.js");
}
