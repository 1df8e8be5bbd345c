import { join } from "node:path";
import { PAGE_LINES, pageSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { openFolder } from "./web-page.ts";

export const webpack: Cell = {
  name: "webpack, in Chromium",
  packages: { webpack: "5.112.2", "webpack-cli": "7.3.1", react: "19.3.1", "react-dom": "19.3.1" },
  extra: PAGE_LINES,
  run: async (place) => {
    place.write("src/index.js", pageSource(place).replaceAll('from "./', 'from "../'));
    place.write("dist/index.html", '<div id="root"></div><script src="main.js"></script>');
    await place.run("webpack", "--mode", "production");
    return openFolder(join(place.folder, "dist"));
  },
};
