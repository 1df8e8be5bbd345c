import { join } from "node:path";
import { PAGE_LINES, pageSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { openFolder } from "./web-page.ts";

export const vite: Cell = {
  name: "Vite, in Chromium",
  packages: { vite: "8.3.8", react: "19.3.1", "react-dom": "19.3.1" },
  extra: PAGE_LINES,
  run: async (place) => {
    place.write("app.js", pageSource(place));
    place.write("index.html", '<div id="root"></div><script type="module" src="/app.js"></script>');
    await place.run("vite", "build");
    return openFolder(join(place.folder, "dist"));
  },
};
