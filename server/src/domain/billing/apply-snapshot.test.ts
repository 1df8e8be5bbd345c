import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, MONTH_MS, PRO, paidMonth, SELLING, TEAM } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

/** Changes of the paid month, as the store tells them one after the other, and the events of the last. */
type Story = { name: string; told: Partial<Snapshot>[]; events: string[] };

const T = Date.parse("2030-01-01T00:00:00Z");
const next = { periodStart: T + MONTH_MS, periodEnd: T + 2 * MONTH_MS, accessUntil: T + 2 * MONTH_MS };
const off = { state: "canceled", willRenew: false, canceledAt: T } as const;
const trial = { state: "trialing", isTrial: true } as const;

const STORIES: Story[] = [
  { name: "a first purchase starts", told: [{}], events: ["started"] },
  { name: "a trial starts", told: [trial], events: ["started"] },
  { name: "what is not paid yet has not started", told: [{ state: "pending" }], events: [] },
  {
    name: "a pending purchase starts when it is paid",
    told: [{ state: "pending" }, {}],
    events: ["started"],
  },
  {
    name: "a pending purchase that is never paid ends",
    told: [{ state: "pending" }, { state: "expired" }],
    events: ["expired"],
  },
  { name: "what was over when it was first seen tells nothing", told: [{ state: "expired" }], events: [] },
  { name: "a trial converts", told: [trial, next], events: ["converted"] },
  {
    name: "a trial may convert and end its renewal",
    told: [trial, { ...next, ...off }],
    events: ["converted", "canceled"],
  },
  { name: "a renewal is turned off", told: [{}, off], events: ["canceled"] },
  { name: "a trial's renewal is turned off", told: [trial, { ...trial, ...off }], events: ["canceled"] },
  { name: "a renewal is turned on again", told: [off, {}], events: ["uncanceled"] },
  { name: "a period follows", told: [{}, next], events: ["renewed"] },
  { name: "a period follows after all", told: [off, next], events: ["renewed", "uncanceled"] },
  { name: "the same again is no event", told: [{}, {}], events: [] },
  { name: "a payment fails, with grace", told: [{}, { state: "grace_period" }], events: ["billing_issue"] },
  { name: "a payment fails, without grace", told: [{}, { state: "on_hold" }], events: ["on_hold"] },
  { name: "the grace ends", told: [{ state: "grace_period" }, { state: "on_hold" }], events: ["on_hold"] },
  { name: "a payment comes in the grace", told: [{ state: "grace_period" }, next], events: ["recovered"] },
  { name: "a payment comes after the grace", told: [{ state: "on_hold" }, next], events: ["recovered"] },
  { name: "a pause begins", told: [{}, { state: "paused", pausedUntil: T + MONTH_MS }], events: ["paused"] },
  { name: "a pause ends", told: [{ state: "paused" }, next], events: ["resumed"] },
  { name: "a period is over", told: [off, { ...off, state: "expired" }], events: ["expired"] },
  { name: "a hold is over", told: [{ state: "on_hold" }, { state: "expired" }], events: ["expired"] },
  { name: "a refund", told: [{}, { state: "revoked" }], events: ["revoked"] },
  {
    name: "a refund of what is over",
    told: [{ state: "expired" }, { state: "revoked" }],
    events: ["revoked"],
  },
  { name: "a refund is taken back", told: [{ state: "revoked" }, {}], events: ["restored"] },
  { name: "bought again after the end", told: [{ state: "expired" }, next], events: ["started"] },
  { name: "bought again after a refund", told: [{ state: "revoked" }, next], events: ["started"] },
  { name: "another product", told: [{}, { productId: TEAM }], events: ["product_changed"] },
  {
    name: "another product with a new period",
    told: [{}, { ...next, productId: TEAM }],
    events: ["renewed", "product_changed"],
  },
  {
    name: "what was upgraded away tells nothing more",
    told: [{ isSuperseded: true }, { isSuperseded: true, state: "expired" }],
    events: [],
  },
];

describe.each(engines)("A store's word on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { billing: SELLING }));
  });
  afterEach(() => t.close());

  const tell = (changes: Partial<Snapshot>) => applySnapshot(t.app, project, paidMonth(T, changes));
  const rows = () => t.app.db.selectFrom("subscriptions").selectAll().orderBy("subjectKey").execute();
  const events = async () => {
    const all = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "subscription.%")
      .orderBy("id")
      .execute();
    return all.map(({ kind }) => kind.replace("subscription.", ""));
  };

  test.each(STORIES)("$name", async ({ told, events: expected }) => {
    let before: string[] = [];
    for (const [n, changes] of told.entries()) {
      before = await events();
      await tell({ ...changes, takenAt: T + n });
    }
    expect((await events()).slice(before.length)).toEqual(expected);
    const last = told.at(-1);
    expect(await rows()).toMatchObject([{ state: last?.state ?? "active" }]);
  });

  test("an older word, and the same one again, change nothing", async () => {
    await tell({ takenAt: T + 10 });
    const [before] = await rows();
    t.advance(1_000);
    await tell({ takenAt: T + 10 });
    await tell({ takenAt: T + 9, state: "revoked" });
    expect(await rows()).toEqual([before]);
    expect(await events()).toEqual(["started"]);
  });

  test("of two words of the same moment the stronger counts, whichever comes first", async () => {
    for (const subjectKey of ["1", "2"]) {
      const told = [tell({ subjectKey }), tell({ subjectKey, state: "revoked" })];
      if (subjectKey === "2") told.reverse();
      for (const one of told) await one;
    }
    expect((await rows()).map(({ state }) => state)).toEqual(["revoked", "revoked"]);
  });

  test("a subscription that takes another's place ends its access, whichever is known first", async () => {
    const old = { subjectKey: "old" };
    const upgrade = { subjectKey: "new", replaces: ["old"], productId: TEAM, takenAt: T + 1 };
    await tell(old);
    await tell(upgrade);
    expect(await rows()).toMatchObject([
      { subjectKey: "new", supersededBy: null },
      { subjectKey: "old", supersededBy: "new", checkAt: null },
    ]);
    expect(await events()).toEqual(["started", "product_changed"]);
    await t.app.db.deleteFrom("subscriptions").execute();
    await t.app.db.deleteFrom("subscriptionSuccessions").execute();
    await tell(upgrade);
    await tell(old);
    await tell({ ...old, takenAt: T + 5, state: "expired" });
    expect(await rows()).toMatchObject([
      { subjectKey: "new", supersededBy: null },
      { subjectKey: "old", supersededBy: "new" },
    ]);
  });

  test("an upgrade that is not paid yet takes nobody's place", async () => {
    await tell({ subjectKey: "old" });
    await tell({ subjectKey: "new", replaces: ["old"], state: "pending" });
    expect(await rows()).toMatchObject([{ state: "pending" }, { subjectKey: "old", supersededBy: null }]);
  });

  test("a transaction that was upgraded away says nothing about the present, however late it was signed", async () => {
    await tell({ takenAt: T, productId: TEAM });
    await tell({ takenAt: T + DAY_MS, productId: PRO, isSuperseded: true });
    expect(await rows()).toMatchObject([{ productId: TEAM, supersededBy: null }]);
    await tell({ subjectKey: "other", takenAt: T + DAY_MS, productId: PRO, isSuperseded: true });
    await tell({ subjectKey: "other", takenAt: T, productId: TEAM });
    expect((await rows())[1]).toMatchObject({ subjectKey: "other", productId: TEAM, supersededBy: null });
  });

  test("the store is asked when a period ends, when a pause ends and once a day; about what is over only if it renews", async () => {
    const asked = async (changes: Partial<Snapshot>) => {
      const { subscription } = await tell({ subjectKey: JSON.stringify(changes), ...changes });
      return subscription.checkAt === null ? null : subscription.checkAt - T;
    };
    expect(await asked({})).toBe(DAY_MS);
    expect(await asked({ accessUntil: T + 3_600_000 })).toBe(3_660_000);
    expect(await asked({ accessUntil: T - 120_000 })).toBe(600_000);
    expect(await asked({ state: "paused", accessUntil: T - 2 * DAY_MS, pausedUntil: T + 7_200_000 })).toBe(
      7_260_000,
    );
    expect(await asked({ state: "expired", willRenew: false })).toBeNull();
    expect(await asked({ state: "revoked", willRenew: false })).toBeNull();
    expect(await asked({ state: "revoked", willRenew: true })).toBe(DAY_MS);
  });
});
