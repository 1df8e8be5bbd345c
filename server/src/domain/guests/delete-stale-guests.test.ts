import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockStaleGuests } from "../../storage/stale-guests.ts";
import { newActivity } from "../../storage/user-activity.ts";
import { paidMonth, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { isSomebodyWaiting } from "../../testing/is-somebody-waiting.ts";
import { ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { planOf } from "../../testing/plan-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { newUser } from "../accounts/new-user.ts";
import { applyPurchase } from "../billing/apply-purchase.ts";
import { applySnapshot } from "../billing/apply-snapshot.ts";
import type { Project } from "../projects/project.ts";
import { deleteStaleGuests } from "./delete-stale-guests.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RETENTION_MS = 30 * DAY_MS;

describe.each(engines)("Stale guests on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    const settings = { allowAnonymousSignIn: true, guestRetentionDays: 30, billing };
    ({ project } = await t.addProject("Demo", settings));
  });
  afterEach(() => t.close());

  const newGuest = async () => {
    const { user, refreshToken, accessToken } = await t.auth(project).signInAnonymously({});
    return { id: user?.id ?? "", refreshToken, accessToken };
  };
  const activityOf = (id: string) =>
    t.app.db.selectFrom("userActivity").selectAll().where("userId", "=", id).executeTakeFirst();
  const today = () => Math.floor(t.app.clock() / DAY_MS);
  const left = async () =>
    (await t.app.db.selectFrom("users").select("id").execute()).map(({ id }) => id).sort();

  test("the retention counts from the last refresh, also when it was not the first of its day", async () => {
    const guest = await newGuest();
    t.advance(23 * HOUR_MS);
    await t.auth(project).refreshToken({ refreshToken: guest.refreshToken });
    t.advance(RETENTION_MS);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    t.advance(1);
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
    expect(await activityOf(guest.id)).toBeUndefined();
  });

  test("a guest who comes back is found again only when they may be stale", async () => {
    let { id, refreshToken } = await newGuest();
    for (let day = 1; day <= 40; day++) {
      t.advance(DAY_MS);
      ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken }));
    }
    expect((await activityOf(id))?.guestDay).toBe(today() - 40);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    expect((await activityOf(id))?.guestDay).toBe(today());
    t.advance(RETENTION_MS + 1);
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
  });

  test("a guest who became a member is not looked at any more", async () => {
    const guest = await newGuest();
    const credentials = { email: "ada@example.com", password: "correct horse battery" };
    await t.auth(project, guest.accessToken).linkPassword(credentials);
    t.advance(RETENTION_MS + 1);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    expect(await activityOf(guest.id)).toMatchObject({ guestDay: null });
  });

  test("a guest without a row of activity is never stale", async () => {
    const { id } = await newGuest();
    await t.app.db.deleteFrom("userActivity").execute();
    t.advance(10_000 * DAY_MS);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    expect(await left()).toEqual([id]);
  });

  test("more guests who came back than fit into a batch hide none who is stale", async () => {
    const now = t.app.clock();
    const guest = (_: unknown) => ({ ...newUser(t.app, project, { guestSince: now }), searchText: "" });
    const rows = Array.from({ length: 450 }, guest);
    await t.app.db.insertInto("users").values(rows).execute();
    const [stale, ...active] = rows.map(newActivity);
    const seen = active.map((row) => ({ ...row, lastActiveAt: now + 20 * DAY_MS }));
    await t.app.db
      .insertInto("userActivity")
      .values(stale ? [...seen, stale] : [])
      .execute();
    t.advance(RETENTION_MS + 1);
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
    expect(await left()).toEqual(active.map(({ userId }) => userId).sort());
  });

  const bought: [string, (userId: string) => Promise<unknown>][] = [
    [
      "a subscription",
      (id) => applySnapshot(t.app, project, paidMonth(t.app.clock()), { user: { id }, ip: "" }),
    ],
    ["a purchase", (id) => applyPurchase(t.app, project, paidOnce(t.app.clock()), { user: { id }, ip: "" })],
  ];
  test.each(bought)(
    "a guest who gets %s after they were found, and before they are locked, stays",
    async (_, buy) => {
      const [buyer, idler, active] = [await newGuest(), await newGuest(), await newGuest()];
      t.advance(DAY_MS);
      await t.auth(project).refreshToken({ refreshToken: active.refreshToken });
      t.advance(RETENTION_MS - DAY_MS + 1);
      let deleting: Promise<number> | undefined;
      if (engine.kind === "postgres") {
        await t.app.db.transaction().execute(async (db) => {
          const row = db.selectFrom("userActivity").selectAll().where("userId", "=", active.id);
          await row.forUpdate().execute();
          deleting = deleteStaleGuests(t.app, project);
          // The job has found the guests, and waits to write that the active one was seen.
          await expect.poll(() => isSomebodyWaiting(db), { timeout: 60_000 }).toBe(true);
          await buy(buyer.id);
        });
      } else await buy(buyer.id); // nothing comes between the two
      expect(await (deleting ?? deleteStaleGuests(t.app, project))).toBe(1);
      expect(await left()).toEqual([buyer.id, active.id].sort());
      expect(await left()).not.toContain(idler.id);
    },
  );

  test("they are found by an index", async () => {
    if (engine.kind === "postgres") return; // with few rows it reads the table
    const plan = await planOf(t.app.db, (db) => lockStaleGuests(db, project.id, t.app.clock(), 200));
    expect(plan).toContain("user_activity_guests (project_id=? AND guest_day<?)");
    expect(plan).not.toMatch(/SCAN/);
  });
});
