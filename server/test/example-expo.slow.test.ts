import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { tarball } from "./sdk-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-example-expo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = {
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
  CI: "1",
  EXPO_NO_TELEMETRY: "1",
  EXPO_OFFLINE: "1",
  EXPO_PUBLIC_AUTH_URL: "https://auth.example.com",
  EXPO_PUBLIC_AUTH_KEY: "pk_of_the_test",
};

async function run(program: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 2 ** 28 });
  } catch (error) {
    const { stdout = "", stderr = error } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  }
}

/** Why the app could not be installed. */
let why: string | undefined;
beforeAll(async () => {
  if (!isFull) {
    why = "it installs Expo from the package registry: npm run test:full";
    return;
  }
  cpSync(join(root, "examples/expo"), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.dependencies["@svc/sdk"] = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(manifest));
  try {
    await run("npm", "ping");
  } catch (error) {
    why = `the package registry cannot be reached: ${error}`;
    return;
  }
  // A version that does not exist is a fault of the example, not of the network.
  await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
}, 1_800_000);

test("the app compiles against the real modules for phones", async (context) => {
  if (why !== undefined) notRun(context, why);
  await run(join(folder, "node_modules/.bin/tsc"), "--noEmit");
});

test.for(["ios", "android"])(
  "Metro bundles the app for %s, the library included",
  async (platform, context) => {
    if (why !== undefined) notRun(context, why);
    const out = join(folder, `out-${platform}`);
    await run(
      join(folder, "node_modules/.bin/expo"),
      ...["export", "--platform", platform, "--output-dir", out, "--no-bytecode", "--no-minify"],
    );
    const bundles = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(bundles).toHaveLength(1);
    const bundle = readFileSync(join(out, bundles[0] ?? ""), "utf8");
    expect(statSync(join(out, bundles[0] ?? "")).size).toBeGreaterThan(100_000);
    expect(bundle).toContain("svc.auth.");
    expect(bundle).toContain("https://auth.example.com");
    expect(bundle).not.toContain("svc.admin.v1");
  },
);
