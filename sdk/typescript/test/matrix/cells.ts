import { bun } from "./bun.ts";
import type { Cell } from "./cell.ts";
import { deno } from "./deno.ts";
import { esbuild } from "./esbuild.ts";
import { expoAndroid, expoWeb } from "./expo.ts";
import { hermes } from "./hermes.ts";
import { jest, jestWithBabel } from "./jest.ts";
import { jestExpo } from "./jest-expo.ts";
import { next } from "./next.ts";
import { nodeImport, nodeRequire, olderNode } from "./node.ts";
import { reactNativePreset } from "./react-native-preset.ts";
import { vite } from "./vite.ts";
import { webpack } from "./webpack.ts";

export const cells: readonly Cell[] = [
  ...["0.79.7", "0.80.3", "0.81.6", "0.82.1", "0.83.10", "0.84.1", "0.85.3", "0.86.3", "0.87.1"].flatMap(
    (version) => [
      reactNativePreset(version, "default", version === "0.83.10"),
      reactNativePreset(version, "hermes-stable"),
    ],
  ),
  hermes,
  expoAndroid,
  expoWeb,
  jestExpo,
  jest,
  jestWithBabel,
  esbuild,
  vite,
  webpack,
  next,
  nodeImport,
  nodeRequire,
  ...["24.21.0", "22.23.3", "20.20.2"].flatMap((version) => [
    olderNode(version, "import"),
    olderNode(version, "require"),
  ]),
  bun,
  deno,
];
