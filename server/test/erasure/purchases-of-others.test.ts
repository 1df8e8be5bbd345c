import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { applyPurchase } from "../../src/domain/billing/apply-purchase.ts";
import { applySnapshot } from "../../src/domain/billing/apply-snapshot.ts";
import type { PurchaseTransfer } from "../../src/domain/billing/billing-settings.ts";
import { transferSubscription } from "../../src/domain/billing/transfer-subscription.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { paidMonth, SELLING } from "../../src/testing/billing.ts";
import { engines } from "../../src/testing/engines.ts";
import { allRows } from "../../src/testing/instance.ts";
import { ONE_TIME, paidOnce } from "../../src/testing/one-time.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { wholeExport } from "../../src/testing/whole-export.ts";

const IP = "192.0.2.66";
/** The event by which backends learn of the deletion, and the ledger. */
const ONLY_DELETED = ["erasures", "user.deleted"];

describe.each(engines)("What others bought or took over does not name an erased user on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let ada: string;
  let eve: string;
  let bob: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    await transfer("always");
    [ada, eve, bob] = [await addUser("ada"), await addUser("eve"), await addUser("bob")];
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { "x-svc-key": secretKey });
  const addUser = async (name: string) =>
    (await users().createUser({ email: `${name}@example.com` })).user?.id ?? "";
  const transfer = async (purchaseTransfer: PurchaseTransfer) => {
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME, purchaseTransfer };
    project = await updateProject(t.app, systemActor, project.id, { settings: { billing } });
  };
  const by = (id: string) => ({ user: { id }, ip: IP });
  const now = () => {
    t.advance(1_000);
    return t.app.clock();
  };

  /** The tables in which a text is, and the kinds of events. */
  const placesOf = async (text: string): Promise<string[]> =>
    Object.entries(await allRows(t.app.db))
      .flatMap(([table, rows]) =>
        rows
          .map(String)
          .filter((row) => row.includes(text))
          .map((row) => (table === "events" ? (JSON.parse(row).kind as string) : table)),
      )
      .toSorted();

  test("as the one who had it before, and the event keeps the rest", async () => {
    const { subscription } = await applySnapshot(t.app, project, paidMonth(now()), by(ada));
    await applySnapshot(t.app, project, paidMonth(now()), by(eve));
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    await transferSubscription(t.app, scope, { subscriptionId: subscription.id, userId: ada });
    await transferSubscription(t.app, scope, { subscriptionId: subscription.id, userId: bob });
    await applyPurchase(t.app, project, paidOnce(now()), by(ada));
    await applyPurchase(t.app, project, paidOnce(now()), by(bob));
    const kinds = ["admin.subscription_transferred", "purchase.transferred", "subscription.transferred"];
    const before = (await placesOf(`from_user_id\\":\\"${ada}`)).filter((place) => kinds.includes(place));
    expect([...new Set(before)]).toEqual(kinds);

    await users().deleteUser({ userId: ada });
    expect(await placesOf(ada)).toEqual(ONLY_DELETED);
    const { events } = (await wholeExport(users(), bob)) as {
      events: { kind: string; data: Record<string, unknown> }[];
    };
    const moved = events.filter(({ kind }) => kinds.includes(kind));
    expect(moved.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    for (const { data } of moved) expect(data.from_user_id).toBeNull();
    expect(moved.find(({ kind }) => kind === "subscription.transferred")?.data).toMatchObject({
      subscription_id: subscription.id,
      state: "active",
    });
  });

  test("and another former owner stays named", async () => {
    await applyPurchase(t.app, project, paidOnce(now()), by(ada));
    await applyPurchase(t.app, project, paidOnce(now()), by(bob));
    await users().deleteUser({ userId: eve });
    expect(await placesOf(ada)).toContain("purchase.transferred");
  });

  test("as the one who brought what belongs to another, with their address", async () => {
    await applySnapshot(t.app, project, paidMonth(now()), by(ada));
    await transfer("reject");
    const renewed = paidMonth(now(), { state: "canceled", willRenew: false });
    const { isRefused } = await applySnapshot(t.app, project, renewed, by(eve));
    expect(isRefused).toBe(true);
    expect(await placesOf(`user:${eve}`)).toContain("subscription.canceled");
    await users().deleteUser({ userId: eve });
    expect(await placesOf(eve)).toEqual(ONLY_DELETED);
    const events = await t.app.db.selectFrom("events").selectAll().where("userId", "=", ada).execute();
    expect(events.find(({ kind }) => kind === "subscription.canceled")).toMatchObject({ ip: null });
    expect(events.find(({ kind }) => kind === "subscription.started")).toMatchObject({ ip: IP });
  });
});
