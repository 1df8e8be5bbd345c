import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rollUp, rollUpAll } from "../../domain/analytics/roll-up.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { rollupJob } from "../../jobs/rollup.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("the rollup on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true, timezone: "Asia/Tokyo" })).project;
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const analytics = () => t.client(AnalyticsService, { authorization: `Bearer ${token}` });
  const stored = () =>
    t.app.db.selectFrom("dailyStats").selectAll().orderBy("metric").orderBy("day").orderBy("key").execute();
  const guest = () => t.auth(project).signInAnonymously({});
  const guestsByDay = async (fromDate: string, toDate: string) => {
    const { days } = await analytics().getStats({ project: "demo", fromDate, toDate });
    return days.map(({ date, newGuests, activeUsers }) => [date, newGuests, activeUsers]);
  };

  test("an event at 23:30 UTC counts on the next day in Asia/Tokyo", async () => {
    await guest();
    t.advance(14.5 * HOUR);
    await guest();
    t.advance(9 * HOUR);
    await guest();
    const expected = [
      ["2030-01-01", 2, 2],
      ["2030-01-02", 1, 1],
    ];
    expect(await guestsByDay("2030-01-01", "2030-01-02")).toEqual(expected);
    t.advance(1);
    await analytics().runRollup({ project: "demo" });
    expect(await guestsByDay("2030-01-01", "2030-01-02")).toEqual(expected);
  });

  test("days are recounted in the new time zone when it changes, as far as events reach", async () => {
    await guest();
    t.advance(23.5 * HOUR);
    await guest();
    t.advance(HOUR);
    await analytics().runRollup({ project: "demo" });
    await t.projects(token).updateProject({ project: "demo", settings: { timezone: "America/New_York" } });
    await analytics().runRollup({ project: "demo" });

    const { days } = await analytics().getStats({
      project: "demo",
      fromDate: "2029-12-31",
      toDate: "2030-01-02",
    });
    expect(days.map(({ date, newGuests, signIns }) => [date, newGuests, signIns])).toEqual([
      ["2029-12-31", 1, 1],
      ["2030-01-01", 1, 1],
      ["2030-01-02", 0, 0],
    ]);
  });

  test("running it twice changes nothing", async () => {
    const { refreshToken } = await guest();
    await t.auth(project).refreshToken({ refreshToken });
    t.advance(1);
    expect((await analytics().runRollup({ project: "demo" })).daysUpdated).toBe(1);
    const once = await stored();
    expect(once).toContainEqual({
      projectId: project.id,
      metric: "refreshes",
      day: "2030-01-01",
      key: "",
      value: 1,
    });
    await analytics().runRollup({ project: "demo" });
    t.advance(HOUR);
    const { countedUntil } = await analytics().runRollup({ project: "demo" });
    expect(await stored()).toEqual(once);
    expect(countedUntil && timestampMs(countedUntil)).toBe(t.app.clock());
  });

  test("many at once count everything once", async () => {
    for (let n = 0; n < 3; n++) {
      const { refreshToken } = await guest();
      await t.auth(project).refreshToken({ refreshToken });
      t.advance(1);
      await Promise.all(Array.from({ length: 6 }, () => rollUp(t.app, project)));
      t.advance(DAY);
    }
    await Promise.all([rollUpAll(t.app), rollUpAll(t.app), analytics().runRollup({})]);
    const rows = await stored();
    const of = (metric: string) =>
      rows.filter((row) => row.metric === metric).map(({ day, value }) => [day, value]);
    const oneEach = [
      ["2030-01-01", 1],
      ["2030-01-02", 1],
      ["2030-01-03", 1],
    ];
    expect(of("new_guests")).toEqual(oneEach);
    expect(of("refreshes")).toEqual(oneEach);
    expect(of("active_users")).toEqual(oneEach);
  });

  test("two replicas that count while users sign in agree in the end", async () => {
    const other = await TestApp.open(engine, { database: t.database, rateLimits: "off" });
    try {
      for (let round = 0; round < 3; round++) {
        await Promise.all([guest(), rollUp(t.app, project), guest(), rollUp(other.app, project), guest()]);
      }
    } finally {
      await other.close();
    }
    t.advance(1);
    await rollUp(t.app, project);
    expect((await stored()).find(({ metric }) => metric === "new_guests")?.value).toBe(9);
  });

  test("it catches up with the days on which no server ran", async () => {
    await guest();
    await analytics().runRollup({ project: "demo" });
    await guest();
    t.advance(4 * DAY);
    await guest();
    t.advance(1);
    expect((await analytics().runRollup({ project: "demo" })).daysUpdated).toBe(5);
    expect(await guestsByDay("2030-01-01", "2030-01-05")).toEqual([
      ["2030-01-01", 2, 2],
      ["2030-01-02", 0, 0],
      ["2030-01-03", 0, 0],
      ["2030-01-04", 0, 0],
      ["2030-01-05", 1, 1],
    ]);
  });

  test("an event committed late still gets into its day, after midnight too", async () => {
    await guest();
    t.advance(15 * HOUR); // midnight in Tokyo
    await rollUp(t.app, project);
    const late = { id: "late", projectId: project.id, kind: "user.guest_created", at: t.app.clock() - 1 };
    await t.app.db
      .insertInto("events")
      .values({ ...late, userId: null, actor: "system", ip: null, data: "{}" })
      .execute();
    t.advance(5 * 60_000);
    await rollUp(t.app, project);
    expect((await guestsByDay("2030-01-01", "2030-01-01"))[0]?.[1]).toBe(2);
  });

  test("without a rollup for more than a day, what it has is told, and until when", async () => {
    await guest();
    t.advance(1);
    await analytics().runRollup({ project: "demo" });
    const counted = t.app.clock();
    t.advance(DAY + 1);
    await guest();
    const { tiles, countedUntil } = await analytics().getStats({ project: "demo" });
    expect(tiles).toMatchObject({ newGuests: 1, users: 2 });
    expect(countedUntil && timestampMs(countedUntil)).toBe(counted);
  });

  test("all projects at once, or one that exists", async () => {
    await t.addProject("Other");
    expect((await analytics().runRollup({})).daysUpdated).toBe(2);
    expect(await reasonOf(analytics().runRollup({ project: "nope" }))).toBe("NOT_FOUND");
    await rollupJob(t.app).run(new AbortController().signal);
    await rollUpAll(t.app, AbortSignal.abort());
  });

  test("events and active days go after 400 days, what was counted stays, and is not counted again", async () => {
    const { refreshToken } = await guest();
    t.advance(HOUR);
    await rollUp(t.app, project);
    const counted = await stored();
    t.advance(400 * DAY - HOUR);
    expect(await cleanUp(t.app)).toMatchObject({ events: 0, activeDays: 0 });
    t.advance(DAY);
    await guest();
    await rollUp(t.app, project);
    const deleted = await cleanUp(t.app);
    expect(deleted.activeDays).toBe(1);
    // The project's creation, in its log and the instance's, and its settings, the guest, the administrator and their token.
    expect(deleted.events).toBe(6);
    expect(await t.app.db.selectFrom("events").select("kind").execute()).toEqual([
      { kind: "user.guest_created" },
    ]);

    await t.projects(token).updateProject({ project: "demo", settings: { timezone: "UTC" } });
    await rollUp(t.app, { ...project, settings: { ...project.settings, timezone: "UTC" } });
    expect(await stored()).toEqual(expect.arrayContaining(counted));
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("a project that goes away while it is counted stops the count quietly", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    await t.projects(token).deleteProject({ project: "demo" });
    expect((await rollUp(t.app, project)).days).toBe(0);
    expect(await stored()).toEqual([]);
  });
});
