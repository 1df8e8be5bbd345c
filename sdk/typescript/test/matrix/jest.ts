import { appSource, commonJsAppSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { type Place, scenarioSource } from "./place.ts";

/** Jest ends with the file, so the test waits for the scenario. */
function testSource(source: string): string {
  return source.replace(/^scenario\(/m, 'test("the scenario", () => scenario(').replace(/;\n$/, ");\n");
}

/** Runs a test file and returns what it printed; Jest itself fails when the file cannot be loaded. */
export function runJest(place: Place, source: string): Promise<string> {
  place.write("app.test.js", testSource(source));
  return place.run("jest", "--testTimeout=120000");
}

/** Not a line of configuration. */
export const jest: Cell = {
  name: "Jest",
  packages: { jest: "30.5.2", react: "19.3.1" },
  run: (place) => {
    place.writeManifest({ type: "commonjs" });
    place.write("scenario.js", scenarioSource("scenario", "cjs"));
    return runJest(place, commonJsAppSource(place));
  },
};

/** As Jest's own guide sets Babel up. */
export const jestWithBabel: Cell = {
  name: "Jest, Babel preset-env",
  packages: { jest: "30.5.2", "@babel/core": "7.29.13", "@babel/preset-env": "7.29.7", react: "19.3.1" },
  run: (place) => {
    place.writeManifest({ type: "commonjs", babel: { presets: ["@babel/preset-env"] } });
    return runJest(place, appSource(place));
  },
};
