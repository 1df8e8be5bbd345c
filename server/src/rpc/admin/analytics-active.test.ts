import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("active users on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject()).project;
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const analytics = () => t.client(AnalyticsService, { authorization: `Bearer ${token}` });
  const stats = (range: { fromDate?: string; toDate?: string } = {}) =>
    analytics().getStats({ project: "demo", ...range });
  const rollUp = () => analytics().runRollup({ project: "demo" });
  const signIn = (email: string) => t.auth(project).signIn({ email, password: PASSWORD });

  test("counts a user once among the active of a week and of a month, however often they come", async () => {
    const tokens = new Map<string, string>();
    for (const name of ["daily", "weekly", "once"]) {
      tokens.set(name, (await t.addUser(project, `${name}@example.com`, PASSWORD)).refreshToken);
    }
    const refresh = async (name: string): Promise<void> => {
      const answer = await t.auth(project).refreshToken({ refreshToken: tokens.get(name) ?? "" });
      tokens.set(name, answer.refreshToken);
    };
    for (let day = 1; day <= 30; day++) {
      t.advance(DAY);
      await refresh("daily");
      await refresh("daily");
      if (day % 7 === 0) await refresh("weekly");
      if (day % 10 === 0) await rollUp();
    }
    const active = async (toDate: string) => {
      const { tiles } = await stats({ fromDate: toDate, toDate });
      return [tiles?.dailyActiveUsers, tiles?.weeklyActiveUsers, tiles?.monthlyActiveUsers];
    };
    expect(await active("2030-01-01")).toEqual([3, 3, 3]);
    expect(await active("2030-01-07")).toEqual([1, 3, 3]);
    expect(await active("2030-01-08")).toEqual([2, 2, 3]);
    expect(await active("2030-01-30")).toEqual([1, 2, 3]);
    expect(await active("2030-01-31")).toEqual([1, 2, 2]);
    expect((await stats({ fromDate: "2030-01-02" })).days.map(({ refreshes }) => refreshes)).toEqual(
      Array.from({ length: 30 }, (_, n) => ((n + 1) % 7 === 0 ? 3 : 2)),
    );
  });

  test("a refresh writes the user's activity once a day", async () => {
    let { refreshToken, user } = await t.addUser(project, "ada@example.com", PASSWORD);
    const refresh = async (): Promise<number> => {
      ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken }));
      const row = await t.app.db
        .selectFrom("userActivity")
        .select("lastActiveAt")
        .where("userId", "=", user?.id ?? "");
      return (await row.executeTakeFirstOrThrow()).lastActiveAt;
    };
    const days = () => t.app.db.selectFrom("userActiveDays").select(["day", "gap"]).orderBy("day").execute();
    const start = t.app.clock();
    t.advance(23.5 * HOUR);
    expect(await refresh()).toBe(start);
    expect(await days()).toEqual([{ day: "2030-01-01", gap: 30 }]);
    t.advance(HOUR / 2);
    expect(await refresh()).toBe(start + DAY);
    expect(await days()).toEqual([
      { day: "2030-01-01", gap: 30 },
      { day: "2030-01-02", gap: 1 },
    ]);
  });

  test("many devices of one user at once are one active user", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    t.advance(DAY);
    const tokens = await Promise.all(Array.from({ length: 8 }, () => signIn("ada@example.com")));
    t.advance(DAY);
    await Promise.all(tokens.map(({ refreshToken }) => t.auth(project).refreshToken({ refreshToken })));
    await rollUp();
    const { days, tiles } = await stats({ fromDate: "2030-01-01" });
    expect(days.map(({ activeUsers }) => activeUsers)).toEqual([1, 1, 1]);
    expect(days.map(({ refreshes }) => refreshes)).toEqual([0, 0, 8]);
    expect(tiles).toMatchObject({ dailyActiveUsers: 1, weeklyActiveUsers: 1, signIns: 8 });
  });
});
