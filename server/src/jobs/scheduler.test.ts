import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { enqueueMail } from "../domain/mail/enqueue-mail.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { serverJobs } from "./server-jobs.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(engines)("the scheduler on $kind", (engine) => {
  let t: TestApp;
  let scheduler: Scheduler;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    scheduler = createScheduler(t.app);
  });
  afterEach(async () => {
    await scheduler.stop();
    await t.close();
  });

  test("runs a job again and again, never two runs at a time", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const run = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await pause(15);
      runs += 1;
      running -= 1;
    };
    scheduler.start([{ name: "slow", everyMs: 1, run }]);
    const waking = setInterval(() => scheduler.wake("slow"), 1);
    await vi.waitFor(() => expect(runs).toBeGreaterThan(4), 60_000);
    clearInterval(waking);
    expect(most).toBe(1);
  });

  test("wakes a job long before its time, and once more when it is woken during a run", async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      await pause(20);
    };
    scheduler.start([{ name: "rare", everyMs: 3_600_000, run }]);
    scheduler.wake("rare");
    await vi.waitFor(() => expect(runs).toBe(2), 60_000);
    await pause(50);
    scheduler.wake("rare");
    scheduler.wake("rare");
    await vi.waitFor(() => expect(runs).toBe(3), 60_000);
    await pause(300);
    expect(runs).toBe(3);
  });

  test("stop tells the run to end, waits for it, and nothing runs afterwards", async () => {
    let runs = 0;
    let hasEnded = false;
    const run = async (signal: AbortSignal): Promise<void> => {
      runs += 1;
      while (!signal.aborted) await pause(1);
      await pause(30);
      hasEnded = true;
    };
    scheduler.start([{ name: "long", everyMs: 1, run }]);
    await pause(10);
    await scheduler.stop();
    expect(hasEnded).toBe(true);
    scheduler.wake("long");
    await pause(20);
    expect(runs).toBe(1);
  });

  test("logs a failure once, goes on, and says when the job works again", async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs <= 3) throw new Error("out of paper");
    };
    scheduler.start([{ name: "print", everyMs: 1, run }]);
    await vi.waitFor(() => expect(runs).toBeGreaterThan(4), 60_000);
    const lines = t.logLines.filter((line) => line.includes('"job":"print"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", message: "job failed", detail: "Error: out of paper" },
      { level: "info", message: "job works again" },
    ]);
  });

  test("a job for one replica runs on one, and on another when that one stops", async () => {
    const beside = createScheduler(t.app);
    const runs = { here: 0, beside: 0 };
    const job = (where: keyof typeof runs) => ({
      name: "alone",
      everyMs: 1,
      onOneReplica: true,
      run: async () => {
        runs[where] += 1;
      },
    });
    scheduler.start([job("here")]);
    await vi.waitFor(() => expect(runs.here).toBeGreaterThan(2), 60_000);
    beside.start([job("beside")]);
    await pause(50);
    expect(runs.beside).toBe(0);
    await scheduler.stop();
    await vi.waitFor(() => expect(runs.beside).toBeGreaterThan(0), 60_000);
    await beside.stop();
  });

  test("the jobs of a server send the mail that waits, once woken and on their own", async () => {
    const { project } = await t.addProject();
    const user = t.app.newId();
    const mail = { kind: "email_changed", recipient: "old@example.com", userId: user } as const;
    scheduler.start(serverJobs(t.app));
    await pause(50);
    await enqueueMail(t.app, project.id, mail);
    scheduler.wake("mail");
    await vi.waitFor(() => expect(t.mails).toHaveLength(1), 60_000);
    await enqueueMail(t.app, project.id, mail);
    await vi.waitFor(() => expect(t.mails).toHaveLength(2), 60_000);
  });
});
