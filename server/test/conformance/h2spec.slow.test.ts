import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { isFull } from "../../src/testing/full.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { hasProgram } from "../backend-process.ts";
import { openService } from "../protocols/service-server.ts";

const run = promisify(execFile);
const H2SPEC = "github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible";

/** Node's own HTTP/2 server fails all of them but the first, for which our port answers as HTTP/1.1. */
const FAILS = [
  "http2/3.5 Sends invalid connection preface",
  "http2/5.1 closed: Sends a DATA frame after sending RST_STREAM frame",
  "http2/5.1 closed: Sends a HEADERS frame after sending RST_STREAM frame",
  "http2/5.1 closed: Sends a DATA frame",
  "http2/5.1 closed: Sends a HEADERS frame",
  "http2/5.1.1 Sends stream identifier that is numerically smaller than previous",
  "http2/5.3.1 Sends PRIORITY frame that depend on itself",
  "http2/6.3 Sends a PRIORITY frame with 0x0 stream identifier",
  "http2/6.7 Sends a PING frame with ACK",
  "http2/6.9.1 Sends multiple WINDOW_UPDATE frames increasing the flow control window to above 2^31-1 on a stream",
];

test("h2spec finds nothing wrong but what Node's HTTP/2 does, and an invalid preface", {
  timeout: 600_000,
}, async (context) => {
  if (!isFull) notRun(context, "it comes from a package index: npm run test:full");
  if (!(await hasProgram("go", "version"))) notRun(context, "this machine has no Go");
  const folder = mkdtempSync(join(inject("scratch"), "h2spec-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await run("go", ["install", H2SPEC], { env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: "local" } });
  const server = await openService();
  onTestFinished(() => server.close());

  const report = join(folder, "report.xml");
  const at = ["-h", "127.0.0.1", "-p", String(server.port), "-P", "/healthz"];
  await run(join(folder, "h2spec"), [...at, "-j", report], { timeout: 120_000 }).catch(() => {}); // it exits with 1

  const cases = readFileSync(report, "utf8").split("<testcase ").slice(1);
  expect(cases).toHaveLength(145);
  const failed = cases.filter((text) => /<(failure|error)/.test(text)).map(nameOf);
  expect(failed.sort()).toEqual(FAILS.sort());
});

function nameOf(text: string): string {
  const [, section = "", name = ""] = /package="([^"]*)" classname="([^"]*)"/.exec(text) ?? [];
  return `${section} ${name}`;
}
