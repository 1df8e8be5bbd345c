import { expect, test } from "vitest";
import { KOTLIN, kotlinClasses } from "./kotlin-classes.ts";
import { ServedProject } from "./served-project.ts";
import { simulate } from "./simulator.ts";
import { NativeToolchain } from "./toolchain.ts";

const toolchain = new NativeToolchain("kotlinc");
const isFull = process.env.SVC_TEST_FULL === "1";
const REFRESHES = isFull ? 5_000 : 300;
const SEED = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);
/** What makes a small program start fast. */
const QUICK = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"];

test("simulated phones that run the Kotlin client are never signed out, and never fork a session", {
  timeout: 3_600_000,
}, async (context) => {
  toolchain.need(context);
  const { classPath } = await kotlinClasses(toolchain);
  const args = [...QUICK, "-cp", classPath, "dev.svc.auth.simulator.PhoneKt"];
  const program = { command: "java", args, cwd: KOTLIN, env: toolchain.env };
  const project = await ServedProject.start();
  try {
    const outcome = await simulate({ program, project, phones: 4, refreshes: REFRESHES, seed: SEED });
    process.stdout.write(`Kotlin, SVC_TEST_SEED=${SEED} repeats this run: ${JSON.stringify(outcome)}\n`);
    expect(outcome.wrong).toEqual([]);
    expect(outcome.forked).toBe(0);
    expect(outcome.families).toMatchObject({ reused: 0, sessions: 4, guests: 4 });
    expect(outcome.refreshes).toBeGreaterThanOrEqual(REFRESHES);
    expect(outcome.kills).toBeGreaterThan(0);
    expect(outcome.lostAnswers).toBeGreaterThan(0);
  } finally {
    await project.stop();
  }
});
