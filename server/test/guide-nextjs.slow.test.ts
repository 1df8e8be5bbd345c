import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { readGuides } from "./guides/guide-blocks.ts";
import { sourcesOf } from "./guides/guide-script.ts";
import { tarball } from "./sdk-folder.ts";

const [engine] = engines;
if (!engine) throw new Error("there is no engine");

const { NODE_OPTIONS: _options, NODE_ENV: _env, ...inherited } = process.env;
const env = {
  ...inherited,
  CI: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
};

const dependencies = {
  "@svc/sdk": `file:${tarball}`,
  "@types/node": "26.6.6",
  "@types/react": "19.3.0",
  "create-next-app": "16.4.3",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  typescript: "5.9.3",
};

async function run(cwd: string, program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 }).catch((error) => {
    throw new Error(`${program} ${args.join(" ")}: ${error.stdout}${error.stderr}`);
  });
}

/** Starts the built app, and returns its address. */
async function start(folder: string): Promise<string> {
  const args = [join(folder, "node_modules/next/dist/bin/next"), "start", "--port", "0"];
  const options = { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] as ["ignore", "pipe", "inherit"] };
  const child: ChildProcess = spawn(process.execPath, [...args, "--hostname", "127.0.0.1"], options);
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  for await (const line of createInterface(child.stdout ?? process.stdin)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("next start ended");
}

test("the app of the guide for Next.js builds, renders and checks tokens", {
  timeout: 1_800_000,
}, async (context) => {
  if (!isFull) notRun(context, "it installs Next.js from the package registry: npm run test:full");
  const folder = mkdtempSync(join(tmpdir(), "svc-guide-nextjs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reached = await run(folder, "npm", "ping").then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (reached !== undefined) notRun(context, `the package registry cannot be reached: ${reached}`);

  const t = await TestApp.open(engine, { now: Date.now() });
  onTestFinished(() => t.close());
  const { project } = await t.addProject("Demo", { allowAnonymousSignIn: true });
  const guide = readGuides().find(({ name }) => name === "nextjs");
  if (!guide) throw new Error("there is no guide for Next.js");
  for (const [file, source] of sourcesOf(guide)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const filledIn = source
      .replaceAll("http://localhost:8080", t.url)
      .replaceAll("pk_...", project.publishableKey);
    writeFileSync(join(folder, file), filledIn);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await run(folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  // Without it Next.js writes its own, which is not strict.
  const template = "node_modules/create-next-app/dist/templates/app/ts/tsconfig.json";
  copyFileSync(join(folder, template), join(folder, "tsconfig.json"));
  await run(folder, process.execPath, "node_modules/next/dist/bin/next", "build");
  const url = await start(folder);

  expect(await (await fetch(url)).text()).toContain("One moment …");
  const { accessToken, user } = await t.addUser(project, "ada@example.com", "correct horse battery");
  const guest = await t.auth(project).signInAnonymously({});
  const ask = (token?: string) =>
    fetch(`${url}/api/me`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(401);
  expect((await ask("nonsense")).status).toBe(401);
  expect((await ask(guest.accessToken)).status).toBe(403);
  const answer = await ask(accessToken);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ userId: user?.id, email: "ada@example.com", isAnonymous: false });
});
