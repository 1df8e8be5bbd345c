import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { cleanUp } from "../instance/clean-up.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { systemActor } from "./record-event.ts";
import { deleteOldEvents } from "./retention.ts";
import { rollUp } from "./roll-up.ts";

const PASSWORD = "correct horse battery";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("What a project keeps of its events, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true, eventRetentionDays: 10 }));
  });
  afterEach(() => t.close());

  const set = async (settings: Partial<Project["settings"]>): Promise<void> => {
    project = await updateProject(t.app, systemActor, project.id, { settings });
  };
  const guest = (of = project) => t.auth(of).signInAnonymously({});
  const kept = async (of = project): Promise<number> =>
    (
      await t.app.db
        .selectFrom("events")
        .select("id")
        .where("projectId", "=", of.id)
        .where("kind", "=", "user.guest_created")
        .execute()
    ).length;
  const stored = () =>
    t.app.db
      .selectFrom("dailyStats")
      .selectAll()
      .where("metric", "in", ["new_guests", "sign_ins", "active_users"])
      .orderBy("metric")
      .orderBy("day")
      .execute();

  test("events go after the days of their project; those of another project and of the instance stay", async () => {
    const { project: other } = await t.addProject("Other", { allowAnonymousSignIn: true });
    await guest();
    await guest(other);
    t.advance(10 * DAY);
    for (const one of [project, other]) await rollUp(t.app, one);
    await cleanUp(t.app);
    expect(await kept()).toBe(1);
    t.advance(1);
    await cleanUp(t.app);
    expect([await kept(), await kept(other)]).toEqual([0, 1]);
    const ofInstance = t.app.db.selectFrom("events").select("kind").where("projectId", "is", null);
    expect((await ofInstance.execute()).map(({ kind }) => kind)).toContain("admin.project_created");
  });

  test("an event that was not counted yet stays, however old it is, and what was counted does not change", async () => {
    await guest();
    t.advance(30 * DAY);
    await cleanUp(t.app); // nothing was ever counted
    expect(await kept()).toBe(1);
    await rollUp(t.app, project);
    await guest();
    t.advance(30 * DAY);
    await cleanUp(t.app); // the second guest came on a day that is not over in what was counted
    expect(await kept()).toBe(1);

    await rollUp(t.app, project);
    const counted = await stored();
    const guests = counted.filter(({ metric, value }) => metric === "new_guests" && value === 1);
    expect(guests).toHaveLength(2);
    await cleanUp(t.app);
    expect(await kept()).toBe(0);
    t.advance(HOUR);
    await rollUp(t.app, project);
    expect(await stored()).toEqual(expect.arrayContaining(counted));
  });

  test("a new time zone, and longer retention later, do not count days again whose events are gone", async () => {
    await guest();
    t.advance(5 * DAY);
    await guest();
    t.advance(7 * DAY);
    await rollUp(t.app, project);
    const counted = await stored();
    await cleanUp(t.app);
    expect(await kept()).toBe(1);

    await set({ eventRetentionDays: 3650, timezone: "Europe/Berlin" });
    await rollUp(t.app, project);
    expect(await stored()).toEqual(expect.arrayContaining(counted));
  });

  test("events that are deleted while their days are counted again leave what was counted", async () => {
    await set({ eventRetentionDays: 3650 });
    for (let n = 0; n < 12; n++) {
      await guest();
      t.advance(5 * DAY);
    }
    await rollUp(t.app, project);
    const guests = async () =>
      (await stored()).filter(({ metric, value }) => metric === "new_guests" && value > 0);
    const counted = await guests();
    expect(counted).toHaveLength(12);

    await set({ eventRetentionDays: 10, timezone: "Europe/Berlin" });
    let sweep: Promise<number> | undefined;
    const signal = {
      get aborted() {
        sweep ??= deleteOldEvents(t.app, t.app.clock(), 500);
        return false;
      },
    };
    await rollUp(t.app, project, signal as AbortSignal);
    expect(await sweep).toBeGreaterThan(5);
    expect(await guests()).toEqual(counted);
  });

  test("after the active days are gone, a new time zone leaves what was counted of them", async () => {
    await set({ eventRetentionDays: 3650 });
    await guest();
    t.advance(HOUR);
    await rollUp(t.app, project);
    const active = async () =>
      (await stored()).filter((row) => row.metric === "active_users" && row.value > 0);
    const counted = await active();
    expect(counted).toHaveLength(1);
    t.advance(402 * DAY);
    await rollUp(t.app, project);
    expect(await cleanUp(t.app)).toMatchObject({ activeDays: 1 });
    await set({ timezone: "Europe/Berlin" });
    await rollUp(t.app, project);
    expect(await active()).toEqual(counted);
  });

  const addressed = async () =>
    (
      await t.app.db
        .selectFrom("events")
        .select(["ip", "userAgent"])
        .where("projectId", "=", project.id)
        .where("userId", "is not", null)
        .orderBy("at")
        .execute()
    ).map(({ ip, userAgent }) => [ip !== null, userAgent !== null]);

  test("events lose address and user agent after the days for those; younger ones keep them", async () => {
    await set({ ipRetentionDays: 3, eventRetentionDays: 400 });
    await guest();
    t.advance(2 * DAY);
    await guest();
    expect(await addressed()).toEqual([
      [true, true],
      [true, true],
    ]);
    t.advance(DAY);
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 0 });
    t.advance(1);
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 1 });
    expect(await addressed()).toEqual([
      [false, false],
      [true, true],
    ]);
    t.advance(3 * DAY);
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 1 });
    expect(await addressed()).toEqual([
      [false, false],
      [false, false],
    ]);
    const rows = await t.app.db.selectFrom("events").selectAll().where("userId", "is not", null).execute();
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  });

  test("0 days keep the address as long as the event, and a shorter period reaches what is old already", async () => {
    await guest();
    t.advance(5 * DAY);
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 0, sessionAddresses: 0 });
    await set({ ipRetentionDays: 7 });
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 0 });
    await set({ ipRetentionDays: 1 });
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 1 });
  });

  test("more events of one moment than a batch has lose their addresses in one run", async () => {
    await set({ ipRetentionDays: 1 });
    const at = t.app.clock();
    const event = { projectId: project.id, kind: "user.signed_in", at, userId: "u", actor: "", data: "{}" };
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      ...event,
      id: `e${n}`,
      ip: n % 2 ? "10.0.0.1" : null,
      userAgent: n % 2 ? null : "x",
    }));
    await t.app.db.insertInto("events").values(rows).execute();
    t.advance(DAY + 1);
    expect(await cleanUp(t.app)).toMatchObject({ eventAddresses: 1200 });
  });

  test("sessions that have ended lose them too, one that is in use does not", async () => {
    await set({ ipRetentionDays: 2, refreshTokenDays: 3 });
    const signIn = () => t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    await t.addUser(project, "ada@example.com", PASSWORD);
    const [left, used] = [await signIn(), await signIn()];
    const [first] = await t.app.db.selectFrom("sessions").select("id").orderBy("createdAt").execute();
    await t.auth(project).signOut({ refreshToken: left.refreshToken });
    const withAddress = async () =>
      (await t.app.db.selectFrom("sessions").select(["id", "ip", "userAgent"]).execute()).filter(
        ({ ip, userAgent }) => ip !== "" || userAgent !== "",
      );
    expect(await withAddress()).toHaveLength(3);
    t.advance(2 * DAY);
    expect(await cleanUp(t.app)).toMatchObject({ sessionAddresses: 1 });
    let { refreshToken } = await t.auth(project).refreshToken({ refreshToken: used.refreshToken });
    t.advance(2 * DAY);
    ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken }));
    // The session of the sign-up has expired after three days without use, and is two days older than that.
    t.advance(2 * DAY);
    expect(await cleanUp(t.app)).toMatchObject({ sessionAddresses: 1 });
    expect((await withAddress()).map(({ id }) => id)).not.toContain(first?.id);
    expect(await withAddress()).toHaveLength(1);
    await t.auth(project).refreshToken({ refreshToken });
  });
});
