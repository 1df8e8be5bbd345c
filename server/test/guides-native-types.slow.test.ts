import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { readGuides } from "./guides/guide-blocks.ts";
import { sourcesOf } from "./guides/guide-script.ts";
import { tarball } from "./sdk-folder.ts";

const GUIDES = [
  "app-links",
  "background-tasks",
  "biometric-lock",
  "expo-iap",
  "push-notifications",
  "quick-start-expo",
  "quick-start-react-native",
  "staging-and-production",
];

const dependencies = {
  "@svc/sdk": `file:${tarball}`,
  "@types/node": "26.6.6",
  "@types/react": "19.2.18",
  expo: "57.0.26",
  "expo-application": "57.0.3",
  "expo-background-task": "57.0.21",
  "expo-crypto": "57.0.3",
  "expo-iap": "5.8.1",
  "expo-local-authentication": "57.0.3",
  "expo-notifications": "57.0.21",
  "expo-secure-store": "57.0.4",
  "expo-task-manager": "57.0.21",
  "expo-web-browser": "57.0.3",
  react: "19.2.3",
  "react-native": "0.86.3",
  "react-native-get-random-values": "2.0.0",
  "react-native-keychain": "10.0.0",
  typescript: "6.0.3",
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: "esnext",
  moduleResolution: "bundler",
  customConditions: ["react-native"],
  target: "es2022",
  lib: ["es2024", "dom"],
  jsx: "react-jsx",
  skipLibCheck: true,
  types: ["node"],
};

async function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  return promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 }).then(
    () => "",
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}` || "failed",
  );
}

test("the guides for phones compile against the real modules", { timeout: 1_800_000 }, async (context) => {
  if (!isFull) notRun(context, "it installs modules from the package registry: npm run test:full");
  const folder = mkdtempSync(join(tmpdir(), "svc-guides-native-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const offline = await run(folder, "npm", "ping");
  if (offline !== "") notRun(context, `the package registry cannot be reached: ${offline}`);

  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  const guides = readGuides().filter(({ name }) => GUIDES.includes(name));
  expect(guides).toHaveLength(GUIDES.length);
  for (const guide of guides) {
    for (const [file, source] of sourcesOf(guide)) {
      const path = join(folder, "src", guide.name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${source}export {};\n`);
    }
  }
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  expect(await run(folder, "npm", "install", ...flags)).toBe("");
  const tsc = join(folder, "node_modules/typescript/bin/tsc");
  const complaints = () => run(folder, process.execPath, tsc, "--pretty", "false", "-p", ".");
  expect(await complaints()).toBe("");

  const wrong = 'import { requestPurchase } from "expo-iap";\nrequestPurchase({ type: "gift" });\n';
  writeFileSync(join(folder, "src/wrong.ts"), wrong);
  expect(await complaints()).toContain("src/wrong.ts");
});
