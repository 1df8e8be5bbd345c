import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { times } from "../../src/testing/full.ts";
import type { PhoneProgram } from "./phone-process.ts";
import { ServedProject } from "./served-project.ts";
import { simulate } from "./simulator.ts";
import { NativeToolchain } from "./toolchain.ts";

const FLUTTER = join(import.meta.dirname, "../../../sdk/flutter");
const dart = new NativeToolchain("dart", "in-root");
const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);

let home = "";
let project: ServedProject | undefined;

beforeAll(async () => {
  if (dart.missing) return;
  home = mkdtempSync(join(inject("scratch"), "dart-"));
  project = await ServedProject.start();
});
afterAll(async () => {
  await project?.stop();
  if (home) rmSync(home, { recursive: true, force: true });
});

/** The phone, compiled so that it starts fast. The machine may lack the libraries that it needs: it runs where Dart does. */
async function compile(): Promise<PhoneProgram> {
  const program = join(home, "phone");
  await dart.run("dart", ["pub", "get", "--offline"], { cwd: FLUTTER });
  await dart.run("dart", ["compile", "exe", "tool/simulated_phone.dart", "-o", program], { cwd: FLUTTER });
  return {
    command: dart.path("in-root"),
    args: [join(dart.path(".."), "dart"), program],
    cwd: home,
    env: dart.env,
  };
}

test("Dart phones stay signed in through lost answers, kill -9 and two processes on one storage, and no session forks", {
  timeout: times(600_000, 3_600_000),
}, async (context) => {
  dart.need(context);
  if (!project) throw new Error("no project");
  const refreshes = times(300, 5_000);
  const phones = 4;
  const outcome = await simulate({ program: await compile(), project, phones, refreshes, seed });
  process.stderr.write(`\nDart simulator, SVC_TEST_SEED=${seed}: ${JSON.stringify(outcome)}\n`);
  expect({ wrong: outcome.wrong, forked: outcome.forked }).toEqual({ wrong: [], forked: 0 });
  expect(outcome.families).toEqual({ sessions: phones, guests: phones, reused: 0, lateRepeated: 0 });
  expect(outcome.refreshes).toBeGreaterThanOrEqual(refreshes);
  for (const happened of [outcome.kills, outcome.lostRequests, outcome.lostAnswers, outcome.duplicated]) {
    expect(happened).toBeGreaterThan(0);
  }
});
