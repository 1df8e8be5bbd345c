import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findUser, updateUser } from "../../storage/users.ts";
import { billingOf, DAY_MS, paidMonth } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { isSomebodyWaiting } from "../../testing/is-somebody-waiting.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { PLAY_BILLING, PlayBench } from "../../testing/stores/play-bench.ts";
import type { Bought, KeptPurchase } from "../../testing/stores/play-purchases.ts";
import { subscriptionNotice } from "../../testing/stores/play-push.ts";
import { PACKAGE } from "../../testing/stores/play-store.ts";
import { systemActor } from "../analytics/record-event.ts";
import { deleteStaleGuests } from "../guests/delete-stale-guests.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { PurchaseTransfer } from "./billing-settings.ts";
import { processInbox } from "./process-inbox.ts";
import { reconcile } from "./reconcile.ts";
import { transferSubscription } from "./transfer-subscription.ts";

const PASSWORD = "correct horse battery";
const OTHERS = "PURCHASE_OWNED_BY_OTHER_USER";

describe.each(engines)("Whose subscription it is on $kind:", (engine) => {
  let bench: PlayBench;
  let project: Project;
  let ada: TokenResponse;
  let eve: TokenResponse;
  beforeEach(async () => {
    bench = await PlayBench.open(engine);
    project = await bench.addProject();
    ada = await bench.t.addUser(project, "ada@example.com", PASSWORD);
    eve = await bench.t.addUser(project, "eve@example.com", PASSWORD);
  });
  afterEach(() => bench.close());

  const billing = (tokens: TokenResponse) => billingOf(bench.t, project, tokens);
  const guest = () => bench.t.auth(project).signInAnonymously({});
  const tokenOf = async (tokens: TokenResponse) =>
    (await billing(tokens).getBillingAccount({})).purchaseAccountToken;
  const buy = (bought: Bought = {}) => bench.play.purchases.buy(bought);
  /** Empty when the purchase was accepted. */
  const bring = async (tokens: TokenResponse, { token }: KeptPurchase) => {
    bench.t.advance(1);
    const proof = { case: "playStore" as const, value: { packageName: PACKAGE, purchaseToken: token } };
    const { results } = await billing(tokens).syncPurchases({ purchases: [{ proof }] });
    return results[0]?.errorReason;
  };
  const has = async (tokens: TokenResponse) => {
    const { entitlements } = await billing(tokens).listEntitlements({});
    return entitlements.some(({ active }) => active);
  };
  const transfer = async (purchaseTransfer: PurchaseTransfer) => {
    const settings = { billing: { ...PLAY_BILLING, purchaseTransfer } };
    project = await updateProject(bench.t.app, systemActor, project.id, { settings });
  };
  const events = async (kind: string) =>
    bench.t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute();

  test("the purchase token that the store carries decides, in any letter case", async () => {
    const purchase = buy({ accountToken: (await tokenOf(ada)).toUpperCase() });
    expect(await bring(eve, purchase)).toBe(OTHERS);
    expect([await has(ada), await has(eve)]).toEqual([true, false]);
    expect(await bring(ada, purchase)).toBe("");
  });

  test("without a token whoever brings it first owns it; again is fine, another user is refused", async () => {
    const purchase = buy();
    expect(await bring(ada, purchase)).toBe("");
    expect(await bring(ada, purchase)).toBe("");
    expect(await bring(eve, purchase)).toBe(OTHERS);
    expect([await has(ada), await has(eve)]).toEqual([true, false]);
  });

  test("a token that nobody has leaves it to whoever brings it", async () => {
    const purchase = buy({ accountToken: crypto.randomUUID() });
    expect(await bring(eve, purchase)).toBe("");
    expect(await has(eve)).toBe(true);
  });

  test(`${times(16, 64)} users bring the same purchase at once: one owns it`, async () => {
    await transfer("reject");
    const users = await Promise.all(Array.from({ length: times(16, 64) }, guest));
    const purchase = buy();
    const results = await Promise.all(users.map((user) => bring(user, purchase)));
    expect(results.filter((reason) => reason === "")).toHaveLength(1);
    expect(results.filter((reason) => reason === OTHERS)).toHaveLength(users.length - 1);
    const owners = await Promise.all(users.map(has));
    expect(owners.filter(Boolean)).toHaveLength(1);
    expect(await bench.t.app.db.selectFrom("subscriptions").selectAll().execute()).toHaveLength(1);
  });

  test("always: it moves to whoever brings it, and the move is an event", async () => {
    await transfer("always");
    const purchase = buy({ accountToken: await tokenOf(ada) });
    expect(await bring(ada, purchase)).toBe("");
    expect(await bring(eve, purchase)).toBe("");
    expect([await has(ada), await has(eve)]).toEqual([false, true]);
    expect(await events("subscription.transferred")).toMatchObject([{ userId: eve.user?.id }]);
    // Google goes on naming the first owner; that is no news.
    bench.play.purchases.renew(purchase);
    expect(await bring(eve, purchase)).toBe("");
    expect([await has(ada), await has(eve)]).toEqual([false, true]);
  });

  test("by default it moves from a guest who is signed in, and the guest is signed out", async () => {
    const lost = await guest();
    const purchase = buy({ accountToken: await tokenOf(lost) });
    expect(await bring(lost, purchase)).toBe("");
    expect(await bring(eve, purchase)).toBe("");
    expect(await has(eve)).toBe(true);
    await expect(has(lost)).rejects.toThrow();
    const refresh = bench.t.auth(project).refreshToken({ refreshToken: lost.refreshToken });
    expect(await reasonOf(refresh)).toBe("REFRESH_TOKEN_INVALID");
    const [from, to] = [lost.user?.id ?? "", eve.user?.id ?? ""];
    expect(await findUser(bench.t.app.db, project.id, from)).toMatchObject({
      guestSince: expect.any(Number),
    });
    expect(await events("subscription.transferred")).toMatchObject([
      { userId: to, data: expect.stringContaining(from) },
    ]);
    expect(await events("user.sessions_revoked")).toMatchObject([
      { userId: from, actor: `user:${to}`, data: expect.stringContaining("purchase_moved") },
    ]);
    // Eve is no guest: nobody takes it from her.
    expect(await bring(ada, purchase)).toBe(OTHERS);
    expect(await bring(await guest(), purchase)).toBe(OTHERS);
    expect(await has(eve)).toBe(true);
  });

  test("from_guest: it follows the store account to a new guest, after the old one's sessions are over, too", async () => {
    const lost = await guest();
    const purchase = buy({ accountToken: await tokenOf(lost) });
    expect(await bring(lost, purchase)).toBe("");
    await bench.t.auth(project, lost.accessToken).signOut({});
    const reinstalled = await guest();
    expect(await bring(reinstalled, purchase)).toBe("");
    expect(await has(reinstalled)).toBe(true);
    expect(await events("user.sessions_revoked")).toEqual([]);
  });

  test("reject: it stays with a guest, too, who stays signed in", async () => {
    await transfer("reject");
    const owner = await guest();
    const purchase = buy();
    expect(await bring(owner, purchase)).toBe("");
    expect(await bring(eve, purchase)).toBe(OTHERS);
    expect([await has(owner), await has(eve)]).toEqual([true, false]);
  });

  test("a guest who becomes permanent at the same moment keeps it, or stays a guest without it", async () => {
    for (let round = 0; round < times(6, 40); round++) {
      const owner = await guest();
      const purchase = buy();
      expect(await bring(owner, purchase)).toBe("");
      const email = `owner-${round}@example.com`;
      const convert = () =>
        bench.t.auth(project, owner.accessToken).linkPassword({ email, password: PASSWORD });
      const [, taken] = await Promise.allSettled([convert(), bring(eve, purchase)]);
      expect(taken).toMatchObject({ status: "fulfilled" });
      const user = await findUser(bench.t.app.db, project.id, owner.user?.id ?? "");
      const [row] = await bench.t.app.db
        .selectFrom("subscriptions")
        .selectAll()
        .where("subjectKey", "=", purchase.token)
        .execute();
      const isPermanent = user?.guestSince === null;
      expect(row?.userId).toBe(isPermanent ? owner.user?.id : eve.user?.id);
    }
    expect(bench.t.logLines.filter((line) => line.includes("INTERNAL"))).toEqual([]);
  });

  test.runIf(engine.kind === "postgres")(
    "a guest who is becoming permanent while it is brought keeps it, and the sessions",
    async () => {
      const owner = await guest();
      const purchase = buy();
      expect(await bring(owner, purchase)).toBe("");
      const { db } = bench.t.app;
      let brought: Promise<string | undefined> | undefined;
      await db.transaction().execute(async (own) => {
        const changes = { guestSince: null, email: "owner@example.com" };
        await updateUser(own, project.id, owner.user?.id ?? "", changes);
        brought = bring(eve, purchase);
        await expect.poll(() => isSomebodyWaiting(own), { timeout: 60_000 }).toBe(true);
      });
      expect(await brought).toBe(OTHERS);
      expect([await has(owner), await has(eve)]).toEqual([true, false]);
      expect(await events("user.sessions_revoked")).toEqual([]);
    },
  );

  test("what was shared in a family never moves", async () => {
    await transfer("always");
    const purchase = buy();
    expect(await bring(ada, purchase)).toBe("");
    await bench.t.app.db.updateTable("subscriptions").set({ familyShared: 1 }).execute();
    const [row] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    const { isRefused, subscription } = await applySnapshot(
      bench.t.app,
      project,
      paidMonth(bench.t.app.clock() + 10, {
        ...{ store: "play_store", subjectKey: row?.subjectKey ?? "", familyShared: true },
      }),
      { user: { id: eve.user?.id ?? "" }, ip: "" },
    );
    expect([isRefused, subscription.userId]).toEqual([true, ada.user?.id]);
  });

  test("after the owner's deletion it is nobody's until somebody brings it", async () => {
    const purchase = buy({ accountToken: await tokenOf(ada) });
    expect(await bring(ada, purchase)).toBe("");
    await bench.t.auth(project, ada.accessToken).deleteAccount({ currentPassword: PASSWORD });
    expect(await bring(eve, purchase)).toBe("");
    expect(await has(eve)).toBe(true);
    const [row] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    expect(row).toMatchObject({ userId: eve.user?.id, ownerDeletedAt: null });
  });

  test("a claim and the deletion of the claimant at once leave nothing of the deleted user", async () => {
    for (let round = 0; round < times(4, 32); round++) {
      const someone = await guest();
      const purchase = buy();
      await Promise.allSettled([
        bring(someone, purchase),
        bench.t.auth(project, someone.accessToken).deleteAccount({}),
      ]);
      const rows = await bench.t.app.db
        .selectFrom("subscriptions")
        .selectAll()
        .where("subjectKey", "=", purchase.token)
        .execute();
      expect(rows.map(({ userId }) => userId).filter((id) => id !== null)).toEqual([]);
    }
    expect(bench.t.logLines.filter((line) => line.includes("INTERNAL"))).toEqual([]);
  });

  test("an upgrade outside the app stays with the owner of what it replaced", async () => {
    const old = buy({ accountToken: await tokenOf(ada) });
    expect(await bring(ada, old)).toBe("");
    const upgrade = buy({ productId: "team", upgrades: old.token });
    expect(await bring(eve, upgrade)).toBe(OTHERS);
    const { entitlements } = await billing(ada).listEntitlements({});
    expect(entitlements.filter(({ active }) => active).map(({ id }) => id)).toEqual(["team"]);
  });

  test("an upgrade under an account id of the app's own stays with the owner of what it replaced, and is acknowledged", async () => {
    const old = buy({ accountToken: "user-4711" });
    expect(await bring(ada, old)).toBe("");
    const upgrade = buy({ productId: "team", accountToken: "user-4711", upgrades: old.token });
    const address = bench.webhook(project);
    expect(await bench.play.deliver(subscriptionNotice(4, upgrade.token), address)).toBe(200);
    await processInbox(bench.t.app);
    const { entitlements } = await billing(ada).listEntitlements({});
    expect(entitlements.filter(({ active }) => active).map(({ id }) => id)).toEqual(["team"]);
    expect(bench.play.acknowledged.map(({ token }) => token)).toEqual([old.token, upgrade.token]);
  });

  test("the last of three upgrades is told first, and has the owner of the first", async () => {
    const first = buy({ accountToken: await tokenOf(ada) });
    const second = buy({ upgrades: first.token });
    const third = buy({ upgrades: second.token });
    for (const { token } of [third, second, first]) {
      expect(await bench.play.deliver(subscriptionNotice(4, token), bench.webhook(project))).toBe(200);
      await processInbox(bench.t.app);
      bench.t.advance(1000);
    }
    expect(await has(ada)).toBe(true);
  });

  test("an upgrade that is told before what it replaced is acknowledged once it has its owner", async () => {
    const old = buy({ accountToken: "user-4711" });
    const upgrade = buy({ productId: "team", accountToken: "user-4711", upgrades: old.token });
    expect(await bench.play.deliver(subscriptionNotice(4, upgrade.token), bench.webhook(project))).toBe(200);
    await processInbox(bench.t.app);
    expect(bench.play.acknowledged).toEqual([]);
    expect(await bring(ada, old)).toBe("");
    expect(await has(ada)).toBe(true);
    await reconcile(bench.t.app, { hasJustStarted: false });
    expect(bench.play.acknowledged.map(({ token }) => token)).toContain(upgrade.token);
  });

  test("what an administrator gives to a user is acknowledged", async () => {
    const purchase = buy({ accountToken: "user-4711" });
    expect(await bench.play.deliver(subscriptionNotice(4, purchase.token), bench.webhook(project))).toBe(200);
    await processInbox(bench.t.app);
    const [row] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    const given = { subscriptionId: row?.id ?? "", userId: ada.user?.id ?? "" };
    await transferSubscription(bench.t.app, scope, given);
    await reconcile(bench.t.app, { hasJustStarted: false });
    expect(bench.play.acknowledged.map(({ token }) => token)).toEqual([purchase.token]);
  });

  test("a guest whose subscription goes on is not forgotten, and one whose subscription is over leaves it ownerless", async () => {
    const [payer, idler] = [await guest(), await guest()];
    const purchase = buy();
    expect(await bring(payer, purchase)).toBe("");
    const settings = { guestRetentionDays: 30 };
    project = await updateProject(bench.t.app, systemActor, project.id, { settings });
    bench.t.advance(31 * DAY_MS);
    await deleteStaleGuests(bench.t.app, project);
    const guests = await bench.t.app.db
      .selectFrom("users")
      .select("id")
      .where("guestSince", "is not", null)
      .execute();
    expect(guests.map(({ id }) => id)).toEqual([payer.user?.id]);
    expect(idler.user?.id).toBeDefined();
    bench.play.purchases.expire(purchase);
    await bench.t.app.db.updateTable("subscriptions").set({ state: "expired" }).execute();
    expect(await deleteStaleGuests(bench.t.app, project)).toBe(1);
    const [left] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    expect(left).toMatchObject({ userId: null, ownerDeletedAt: bench.t.app.clock() });
  });
});
