import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appSource, expoClientSource, PAGE_LINES, pageSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { expoModules, reactNativeGlobals } from "./expo-phone.ts";
import { Phone } from "./phone.ts";
import type { Place } from "./place.ts";
import { openFolder } from "./web-page.ts";

/** The newest Expo of which every part is published, and what one installation of all its cells needs. */
export const EXPO = {
  expo: "57.0.26",
  "expo-crypto": "57.0.3",
  "expo-secure-store": "57.0.4",
  "expo-web-browser": "57.0.3",
  react: "19.2.3",
  "react-dom": "19.2.3",
  "react-native": "0.86.3",
  "react-native-web": "0.21.4",
  jest: "29.7.0",
  "jest-expo": "57.0.5",
};

export const EXPO_VERSION: string = `expo ${EXPO.expo}, react-native ${EXPO["react-native"]}`;

/** Metro's bundle with all of React Native in it; the native modules below it are stand-ins. */
export const expoAndroid: Cell = {
  name: "Expo, Metro for Android",
  packages: EXPO,
  version: EXPO_VERSION,
  run: async (place) => {
    const out = await exported(place, "android", appSource(place, expoClientSource(place)), [
      "--no-bytecode",
    ]);
    const file = readdirSync(out, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".js"));
    const bundle = readFileSync(join(out, file ?? ""), "utf8");
    const copies = bundle.match(/"svc\.sdk\.caller"/g)?.length;
    if (copies !== 1) throw new Error(`the bundle has ${copies} copies of the library`);
    const phone = new Phone();
    Object.assign(
      phone.context,
      reactNativeGlobals((line) => phone.print(line)),
      { expo: expoModules() },
    );
    phone.evaluate("globalThis.global = globalThis", "start.js");
    phone.evaluate(bundle, "bundle.js");
    return phone.end();
  },
};

export const expoWeb: Cell = {
  name: "Expo, Metro for the web, in Chromium",
  packages: EXPO,
  version: EXPO_VERSION,
  extra: PAGE_LINES,
  run: async (place) => openFolder(await exported(place, "web", pageSource(place, expoClientSource(place)))),
};

async function exported(
  place: Place,
  platform: string,
  source: string,
  flags: string[] = [],
): Promise<string> {
  place.writeManifest({ main: "index.js", type: undefined });
  place.write("app.json", JSON.stringify({ expo: { name: "app", slug: "app", web: { bundler: "metro" } } }));
  place.write("index.js", source);
  const out = join(place.folder, `out-${platform}`);
  await place.run("expo", "export", "--platform", platform, "--output-dir", out, ...flags);
  return out;
}
