import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isFull } from "../../src/testing/full.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { hasProgram } from "../backend-process.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { printReport, readReport } from "./suite-report.ts";

const run = promisify(execFile);
/** A later one needs a module that cannot be had. */
const RUNNER = "connectrpc.com/conformance/cmd/connectconformance@v1.0.6";

let runner: string | { why: string } = { why: "it comes from a package index: npm run test:full" };
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(inject("scratch"), "conformance-"));
  if (!isFull) return;
  runner = (await hasProgram("go", "version"))
    ? await installed().catch((error) => ({
        why: `the runner cannot be installed: ${error.stderr ?? error}`,
      }))
    : { why: "this machine has no Go" };
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function installed(): Promise<string> {
  await run("go", ["install", RUNNER], { env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: "local" } });
  return join(folder, "connectconformance");
}

/** Exits with 1 when a case fails, which the report says better. */
async function output(program: string): Promise<string> {
  const here = (file: string): string => join(import.meta.dirname, file);
  const args = ["--mode", "server", "--conf", here("suite.yaml"), "--parallel", "2", "-v"];
  const server = ["--", process.execPath, here("server-under-test.ts")];
  const options = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
  const { stdout } = await run(program, [...args, ...server], options).catch((error) => error);
  return String(stdout);
}

test("every case of the Connect conformance suite passes, but for the exceptions that are listed with their cause", {
  timeout: 320_000,
}, async (context) => {
  if (typeof runner !== "string") notRun(context, runner.why);
  const report = readReport(await output(runner));
  process.stdout.write(`\nConnect conformance, ${RUNNER}\n${printReport(report)}`);
  expect(report.unexplained).toEqual([]);
  expect(Object.fromEntries(Array.from(report.excused, ([{ cause }, count]) => [cause, count]))).toEqual(
    Object.fromEntries(EXCEPTIONS.map(({ cause, count }) => [cause, count])),
  );
  expect(report.total).toBe(2628);
  expect(report.passed).toBe(2578);
});
