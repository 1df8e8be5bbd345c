import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { hasProgram, type Started } from "./backend-process.ts";
import { MINUTE, RotationTimeline, type Verify } from "./rotation-timeline.ts";

const run = promisify(execFile);
const [engine] = engines;
if (!engine) throw new Error("there is no engine");

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(inject("scratch"), "foreign-"));
  cpSync(join(import.meta.dirname, "foreign-verifiers"), home, { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Install = () => Promise<Started | { why: string }>;

const pyJwt: Install = async () => {
  if (!(await hasProgram("python3", "--version"))) return { why: "this machine has no Python" };
  const cwd = join(home, "pyjwt");
  await run("python3", ["-m", "venv", ".venv"], { cwd });
  await run(join(cwd, ".venv/bin/pip"), ["install", "--quiet", "-r", "requirements.txt"], { cwd });
  return { program: join(cwd, ".venv/bin/python"), args: ["verify.py"], cwd };
};

const goOidc: Install = async () => {
  if (!(await hasProgram("go", "version"))) return { why: "this machine has no Go" };
  const cwd = join(home, "go-oidc");
  await run("go", ["build", "-o", "verify", "."], { cwd, env: { ...process.env, GOTOOLCHAIN: "local" } });
  return { program: join(cwd, "verify"), args: [], cwd };
};

const nimbus: Install = async () => {
  for (const program of ["java", "mvn"])
    if (!(await hasProgram(program, "-version"))) return { why: `this machine has no ${program}` };
  const cwd = join(home, "nimbus");
  await run("mvn", ["--quiet", "--batch-mode", "package"], { cwd });
  return { program: "java", args: ["-cp", "target/classes:target/dependency/*", "Verify"], cwd };
};

/** A program that verifies a token per line, at the time that it is told. */
function verifierIn({ program, args, cwd }: Started, line: RotationTimeline): Verify {
  const issuer = `${line.cache.url}/p/demo`;
  const child: ChildProcess = spawn(program, [...args, issuer, "demo"], {
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  if (!child.stdin || !child.stdout) throw new Error("no pipes");
  const { stdin } = child;
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (token) => {
    stdin.write(`${JSON.stringify({ now: Math.floor(line.t.app.clock() / 1000), token })}\n`);
    const { value = "the program has ended" } = await answers.next();
    if (value !== "ok") throw new Error(value);
  };
}

describe.each([
  ["PyJWT", pyJwt],
  ["go-oidc", goOidc],
  ["Nimbus", nimbus],
] as const)("%s", (_, install) => {
  let started: Started | { why: string };
  beforeAll(async () => {
    started = isFull
      ? await install().catch((error) => ({ why: `cannot be installed: ${error.stderr ?? error}` }))
      : { why: "it comes from a package index: npm run test:full" };
  }, 600_000);

  test("finds the keys from the issuer alone, accepts every token across rotations, and refuses a token whose signature is wrong", {
    timeout: 120_000,
  }, async (context) => {
    if ("why" in started) notRun(context, started.why);
    const line = await RotationTimeline.open(engine);
    onTestFinished(() => line.close());
    const verify = verifierIn(started, line);
    expect(await line.play(64, [15, 30, 48], { verify })).toEqual([]);
    // It cached the keys: one fetch every five minutes and one for the discovery document, not one for each token.
    expect(line.cache.fetches).toBeLessThanOrEqual(16);
    const [header, payload] = (await line.nextToken()).split(".");
    line.t.advance(MINUTE);
    const other = (await line.nextToken()).split(".")[2];
    await expect(verify(`${header}.${payload}.${other}`)).rejects.toThrow();
  });
});
