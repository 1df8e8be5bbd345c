import { join } from "node:path";
import { build } from "esbuild";
import { appSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { Phone } from "./phone.ts";

export const esbuild: Cell = {
  name: "esbuild",
  packages: { esbuild: "0.28.2", react: "19.3.1" },
  isQuick: true,
  run: async (place) => {
    place.write("app.js", appSource(place));
    const { outputFiles } = await build({
      entryPoints: [join(place.folder, "app.js")],
      bundle: true,
      minify: true,
      format: "iife",
      write: false,
    });
    const phone = new Phone();
    phone.evaluate(outputFiles[0]?.text ?? "", "bundle.js");
    return phone.end();
  },
};
