import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App } from "../src/app.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { createScheduler, type Scheduler } from "../src/jobs/scheduler.ts";
import { serverJobs } from "../src/jobs/server-jobs.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = "correct horse battery";
const ada = { email: "ada@example.com", password: PASSWORD };

describe.each(engines)("when the clock jumps on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject());
    await t.addUser(project, ada.email, PASSWORD);
  });
  const schedulers: Scheduler[] = [];
  afterEach(async () => {
    await Promise.all(schedulers.splice(0).map(({ stop }) => stop()));
    await t.close();
  });

  const signIn = () => t.auth(project).signIn(ada);
  const refresh = (refreshToken: string) => t.auth(project).refreshToken({ refreshToken });
  const getMe = (accessToken: string) => t.auth(project, accessToken).getMe({});

  /** Everybody can go on: who signs in, who refreshes, and what runs by the clock. */
  async function expectToWork(): Promise<void> {
    const signed = await signIn();
    await getMe(signed.accessToken);
    const next = await refresh(signed.refreshToken);
    await getMe(next.accessToken);
    await expectJobsToRun();
    expect(t.logLines.filter((line) => /"level":"error"|INTERNAL/.test(line))).toEqual([]);
  }

  /** With a scheduler of its own, as after a kill: whoever held the leases did not hand them over. */
  async function expectJobsToRun(): Promise<void> {
    const jobs = serverJobs(t.app);
    const runs = new Map(jobs.map(({ name }) => [name, Promise.withResolvers<string>()]));
    const jobRan: App["metrics"]["jobRan"] = (name, outcome, seconds) =>
      runs.get(name)?.resolve(seconds < 0 ? "ended before it began" : outcome);
    const scheduler = createScheduler({ ...t.app, metrics: { ...t.app.metrics, jobRan } });
    schedulers.push(scheduler);
    scheduler.start(jobs);
    for (const [name, { promise }] of runs) expect([name, await promise]).toEqual([name, "done"]);
  }
  test("days ahead, access tokens have expired and refresh tokens go on", async () => {
    const before = await signIn();
    t.advance(3 * DAY);
    expect(await reasonOf(getMe(before.accessToken))).toBe("ACCESS_TOKEN_INVALID");
    await getMe((await refresh(before.refreshToken)).accessToken);
    await expectToWork();
  });

  test("years ahead, everything has expired and people sign in again", async () => {
    const before = await signIn();
    t.advance(3 * 365 * DAY);
    expect(await reasonOf(getMe(before.accessToken))).toBe("ACCESS_TOKEN_INVALID");
    expect(await reasonOf(refresh(before.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
    await expectToWork();
  });

  test("hours back, everything goes on, before and after it is right again", async () => {
    const before = await signIn();
    await expectJobsToRun();
    t.advance(-5 * HOUR);
    await expectToWork();
    const next = await refresh(before.refreshToken);
    await getMe(next.accessToken);
    t.advance(5 * HOUR);
    await expectToWork();
    await getMe((await refresh(next.refreshToken)).accessToken);
  });

  test("back from days ahead, everything goes on", async () => {
    t.advance(3 * DAY);
    const ahead = await signIn();
    await expectJobsToRun();
    t.advance(-3 * DAY);
    await getMe((await refresh(ahead.refreshToken)).accessToken);
    await expectToWork();
  });

  test.each([
    ["hours back", -5 * HOUR],
    ["days ahead", 3 * DAY],
  ])("%s, no used refresh token and no used link works again", async (_, jump) => {
    await t.auth(project).requestPasswordReset({ email: ada.email });
    await t.app.background.idle();
    await t.deliverMail();
    const { token = "" } = t.mails.find(({ link }) => link?.includes("/reset")) ?? {};
    const useLink = () => t.auth(project).confirmPasswordReset({ token, newPassword: PASSWORD });
    await useLink();
    const first = await signIn();
    const second = await refresh(first.refreshToken);
    t.advance(jump);

    expect(await reasonOf(useLink())).toBe("EMAIL_TOKEN_INVALID");
    expect(await reasonOf(refresh(first.refreshToken))).toBe("REFRESH_TOKEN_REUSED");
    expect(await reasonOf(refresh(second.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("back, whoever was held up by a limit is not held up for as long as the jump", async () => {
    const wrong = () => reasonOf(t.auth(project).signIn({ ...ada, password: "not the right one" }));
    let reason = await wrong();
    for (let tries = 0; reason !== "RATE_LIMITED" && tries < 50; tries++) reason = await wrong();
    expect(reason).toBe("RATE_LIMITED");
    t.advance(-5 * HOUR);
    await signIn();
    expect(await wrong()).toBe("INVALID_CREDENTIALS");
  });
});
