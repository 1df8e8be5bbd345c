import { appSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";

export const deno: Cell = {
  name: "Deno",
  packages: { deno: "2.9.6", react: "19.3.1" },
  run: (place) => {
    place.write("app.js", appSource(place));
    return place.run(
      "deno",
      "run",
      "--allow-net",
      "--allow-read",
      "--allow-env",
      "--node-modules-dir=manual",
      "app.js",
    );
  },
};
