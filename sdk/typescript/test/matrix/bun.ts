import { join } from "node:path";
import { appSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";

const PACKAGE = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;

export const bun: Cell = {
  name: "Bun",
  packages: { [PACKAGE]: "1.4.4", react: "19.3.1" },
  run: (place) => {
    place.write("app.js", appSource(place));
    return place.run(join(place.folder, "node_modules", PACKAGE, "bin/bun"), "app.js");
  },
};
