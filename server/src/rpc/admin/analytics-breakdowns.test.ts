import { createHash } from "node:crypto";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient } from "../../testing/factors.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const DAY = 86_400_000;

describe.each(engines)("the breakdowns of GetStats on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true, allowEmailCodes: true })).project;
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const analytics = () => t.client(AnalyticsService, { authorization: `Bearer ${token}` });
  const stats = (range: { fromDate?: string; toDate?: string } = {}) =>
    analytics().getStats({ project: "demo", ...range });
  const signIn = (email: string, password = PASSWORD) => t.auth(project).signIn({ email, password });

  /** The same before and after a rollup. */
  async function bothWays<T>(look: () => Promise<T>): Promise<T> {
    const live = await look();
    t.advance(1);
    await analytics().runRollup({ project: "demo" });
    expect(await look()).toEqual(live);
    return live;
  }

  test("failed sign-ins are told apart by their reason", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    await reasonOf(signIn("ada@example.com", "wrong"));
    for (const _ of [1, 2]) await reasonOf(signIn("nobody@example.com", "wrong"));
    const failures = await bothWays(async () => (await stats()).signInFailuresByReason.map(part));
    expect(failures).toEqual(["unknown_email 2", "wrong_password 1"]);
    expect((await stats()).tiles?.signInFailures).toBe(3);
  });

  test("a sign-in with an email code is a method, and a wrong code a reason", async () => {
    const codeVerifier = "v".repeat(43);
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    await t.addUser(project, "ada@example.com", PASSWORD);
    const { flowId } = await t.auth(project).requestEmailCode({ email: "ada@example.com", codeChallenge });
    await t.deliverMail();
    const code = t.mails.find(({ link }) => link?.includes(flowId))?.link?.slice(-8) ?? "";
    const typed = (typed: string) =>
      t.auth(project).signInWithEmailCode({ flowId, codeVerifier, code: typed });
    await reasonOf(typed("1"));
    await typed(code);
    const shown = await bothWays(async () => {
      const { signInFailuresByReason, signInsByMethod } = await stats();
      return [signInFailuresByReason.map(part), signInsByMethod.map(part)];
    });
    expect(shown).toEqual([["wrong_code 1"], ["email_code 1"]]);
  });

  test("users with an authenticator app are counted, and wrong codes of it by their kind", async () => {
    const mfa = { policy: "optional" as const };
    project = await updateProject(t.app, systemActor, project.id, { settings: { mfa } });
    await t.addUser(project, "bob@example.com", PASSWORD);
    const { accessToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    await enrollTotp(t, project, accessToken);
    const { token: mfaToken } = await challengeOf(signIn("ada@example.com"));
    const complete = (proof: { case: "totpCode" | "recoveryCode"; value: string }) =>
      reasonOf(mfaClient(t, project).completeSignIn({ mfaToken, proof }));
    for (const value of ["000000", "000001"]) await complete({ case: "totpCode", value });
    await complete({ case: "recoveryCode", value: "aaaaa-bbbbb" });
    const shown = await bothWays(async () => {
      const { signInFailuresByReason, usersByProvider } = await stats();
      return [signInFailuresByReason.map(part), usersByProvider.map(part)];
    });
    expect(shown).toEqual([
      ["wrong_totp 2", "wrong_recovery_code 1"],
      ["password 2", "totp 1"],
    ]);
  });

  test("users who have nothing but their mailbox use email codes, where the project allows them", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    await t.projects(token).importUsers({ project: "demo", users: [{ email: "bob@example.com" }] });
    await t.auth(project).signInAnonymously({});
    const byProvider = () => bothWays(async () => (await stats()).usersByProvider.map(part).sort());
    expect(await byProvider()).toEqual(["anonymous 1", "email_code 1", "password 1"]);
    await updateProject(t.app, systemActor, project.id, { settings: { allowEmailCodes: false } });
    expect(await byProvider()).toEqual(["anonymous 1", "password 1"]);
  });

  test("failures that an earlier version has counted have an unknown reason", async () => {
    const row = { projectId: project.id, day: "2029-12-20", metric: "sign_in_failures", key: "", value: 4 };
    await t.app.db.insertInto("dailyStats").values(row).execute();
    const { signInFailuresByReason, tiles } = await stats();
    expect(signInFailuresByReason.map(part)).toEqual(["unknown 4"]);
    expect(tiles?.signInFailures).toBe(4);
  });

  test("each day has its sign-ins by method", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    await t.auth(project).signInAnonymously({});
    t.advance(DAY);
    await signIn("ada@example.com");
    await signIn("ada@example.com");
    await t.auth(project).signInAnonymously({});
    const days = await bothWays(async () => (await stats()).days.slice(-2));
    expect(days.map(({ signInsByMethod }) => signInsByMethod.map(part))).toEqual([
      ["anonymous 1"],
      ["password 2", "anonymous 1"],
    ]);
  });

  test("imported users are counted by the day of the import, and are not new users", async () => {
    const users = ["ada@example.com", "bob@example.com"].map((email) => ({ email }));
    for (const _ of [1, 2]) await t.projects(token).importUsers({ project: "demo", users });
    const { tiles, days } = await bothWays(async () => {
      const { tiles, days } = await stats();
      return { tiles, days };
    });
    expect(tiles).toMatchObject({ users: 2, newUsers: 0, importedUsers: 2 });
    expect(days.at(-1)).toMatchObject({ newUsers: 0, importedUsers: 2 });
  });

  test("weeks end with the range and say who came back", async () => {
    for (const name of ["ada", "bob", "eve"]) await t.addUser(project, `${name}@example.com`, PASSWORD);
    t.advance(3 * DAY); // the same week: nobody counts twice
    await signIn("ada@example.com");
    t.advance(6 * DAY); // the next week
    await signIn("ada@example.com");
    await signIn("ada@example.com");
    await signIn("bob@example.com");
    t.advance(DAY);
    await signIn("ada@example.com");
    t.advance(6 * DAY); // the week after that: eve comes back after two weeks, which is not from one to the next
    await signIn("bob@example.com");
    await signIn("eve@example.com");
    const range = { fromDate: "2029-12-31", toDate: "2030-01-21" };
    await analytics().runRollup({ project: "demo" });
    const { weeks } = await stats(range);
    expect(
      weeks.map((week) => [
        week.fromDate,
        week.toDate,
        week.activeUsers,
        week.previousActiveUsers,
        week.returnedUsers,
      ]),
    ).toEqual([
      ["2030-01-01", "2030-01-07", 3, 0, 0],
      ["2030-01-08", "2030-01-14", 2, 3, 2],
      ["2030-01-15", "2030-01-21", 2, 2, 1],
    ]);
    const [first] = (await stats({ fromDate: "2030-01-08", toDate: "2030-01-14" })).weeks;
    expect(first).toMatchObject({ previousActiveUsers: 3, returnedUsers: 2 }); // the week before the range counts
    expect((await stats({ fromDate: "2030-01-09", toDate: "2030-01-14" })).weeks).toEqual([]);
  });
});

function part({ key, count }: { key: string; count: number }): string {
  return `${key} ${count}`;
}
