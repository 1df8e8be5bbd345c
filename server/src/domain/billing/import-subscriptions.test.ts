import type { ImportedSubscription } from "@svc/proto/svc/admin/v1/billing_pb";
import { SubscriptionImportOutcome as Outcome } from "@svc/proto/svc/admin/v1/billing_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBillingAccount } from "../../storage/billing-accounts.ts";
import { updateUser } from "../../storage/users.ts";
import { billingOf, paidMonth } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { ONE_TIME } from "../../testing/one-time.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { AllStoresBench } from "../../testing/stores/all-stores-bench.ts";
import { appStoreFaults } from "../../testing/stores/app-store.ts";
import { TEST_APP } from "../../testing/stores/app-store-records.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { STRIPE_KEY } from "../../testing/stores/stripe.ts";
import { secretOf } from "../../testing/stores/stripe-bench.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";
import { systemActor } from "../analytics/record-event.ts";
import { updateProject } from "../projects/update-project.ts";
import { processInbox } from "./process-inbox.ts";
import { takeOver } from "./take-over.ts";

type Entry = Partial<Pick<ImportedSubscription, "user" | "store" | "storeKey" | "oneTime" | "sandbox">>;

const ADA = "ada@example.com";

describe.each(engines)("Importing subscriptions on $kind:", (engine) => {
  let b: AllStoresBench;
  let ada: TokenResponse & { id: string };
  beforeEach(async () => {
    b = await AllStoresBench.open(engine);
    ada = await b.addUser(ADA);
  });
  afterEach(() => b.close());

  const run = async (entries: Entry[], dryRun = false) => {
    b.t.advance(1);
    return (await b.admin.importSubscriptions({ project: "demo", entries, dryRun })).results;
  };
  const one = async (entry: Entry, dryRun = false) => (await run([entry], dryRun))[0];
  const outcomes = async (entries: Entry[]) => (await run(entries)).map(({ outcome }) => outcome);
  const apple = (storeKey: string, user = ADA): Entry => ({ user, store: Store.APP_STORE, storeKey });
  const play = (storeKey: string, user = ADA): Entry => ({ user, store: Store.PLAY_STORE, storeKey });
  const stripe = (storeKey: string, user = ADA): Entry => ({ user, store: Store.STRIPE, storeKey });
  const rows = () => b.t.app.db.selectFrom("subscriptions").selectAll().execute();
  const events = async () =>
    (await b.t.app.db.selectFrom("events").selectAll().execute()).filter(({ kind }) =>
      kind.startsWith("subscription."),
    );
  const tokenOf = async (tokens: TokenResponse) =>
    (await billingOf(b.t, b.project, tokens).getBillingAccount({})).purchaseAccountToken;

  test("one of each store gives access at once, and a second run changes nothing", async () => {
    const entries = [
      apple(b.apple.buy().originalTransactionId, ada.id),
      play(b.play.purchases.buy({ productId: "team" }).token, ` ${ADA.toUpperCase()}`),
      stripe(b.stripeSubscription().id),
    ];
    const first = await run(entries);
    expect(first).toMatchObject([
      { outcome: Outcome.IMPORTED, detail: "", givesAccess: true, tierId: "pro" },
      { outcome: Outcome.IMPORTED, detail: "", givesAccess: true, tierId: "team" },
      { outcome: Outcome.IMPORTED, detail: "", givesAccess: true, tierId: "pro" },
    ]);
    expect(await b.active(ada)).toEqual(["pro", "team"]);
    const [stored, told] = [await rows(), await events()];
    expect(stored.map(({ userId }) => userId)).toEqual([ada.id, ada.id, ada.id]);
    expect(first.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(
      stored.map(({ id }) => id).sort(),
    );
    expect(told.map(({ kind, actor, userId }) => [kind, actor, userId])).toEqual(
      Array(3).fill(["subscription.started", "admin:root@example.com", ada.id]),
    );
    expect(JSON.parse(told[0]?.data ?? "")).toMatchObject({ imported: true });

    const asked = b.apple.seen.length + b.play.seen.length + b.stripe.seen.length;
    const second = await run(entries);
    expect(b.apple.seen.length + b.play.seen.length + b.stripe.seen.length).toBe(asked);
    expect(second.map(({ outcome, subscriptionId }) => [outcome, subscriptionId])).toEqual(
      first.map(({ subscriptionId }) => [Outcome.UNCHANGED, subscriptionId]),
    );
    expect(await events()).toEqual(told);
    expect(await rows()).toHaveLength(3);
  });

  test("a dry run asks the stores, says what would happen and stores nothing", async () => {
    const [bought, foreign] = [b.apple.buy(), b.stripeSubscription()];
    const entries = [apple(bought.originalTransactionId), stripe(foreign.id), apple("2999999999999999")];
    const results = await run(entries, true);
    expect(results).toMatchObject([
      { outcome: Outcome.IMPORTED, givesAccess: true, tierId: "pro", subscriptionId: "" },
      { outcome: Outcome.IMPORTED, givesAccess: true, tierId: "pro", subscriptionId: "" },
      { outcome: Outcome.STORE_UNKNOWN },
    ]);
    expect(b.apple.seen).toContain(`GET /production/inApps/v1/subscriptions/${bought.originalTransactionId}`);
    expect([await rows(), await events(), await b.active(ada)]).toEqual([[], [], []]);
    expect(foreign.metadata).toEqual({ plan: "from before" });
    expect(bought.accountToken).toBeUndefined();
    await run(entries);
    expect(await run(entries, true)).toMatchObject([
      { outcome: Outcome.UNCHANGED, subscriptionId: expect.stringMatching(/./) },
      { outcome: Outcome.UNCHANGED },
      { outcome: Outcome.STORE_UNKNOWN },
    ]);
  });

  test("nothing is stored of what the store does not know, whatever the file says", async () => {
    const sandbox = b.apple.buy({ environment: "sandbox" }).originalTransactionId;
    const results = await run([
      apple("2999999999999999"),
      apple(sandbox),
      play("a-token-that-google-never-gave"),
      stripe("sub_unknown"),
    ]);
    expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      [Outcome.STORE_UNKNOWN, "the App Store does not know it in its production environment"],
      [Outcome.STORE_UNKNOWN, "the App Store does not know it in its production environment"],
      [Outcome.STORE_UNKNOWN, "Google Play does not know it"],
      [Outcome.STORE_UNKNOWN, "Stripe does not know it"],
    ]);
    expect(await rows()).toEqual([]);
    expect(await one({ ...apple(sandbox), sandbox: true })).toMatchObject({ outcome: Outcome.IMPORTED });
  });

  test("an address counts only once its owner has verified it", async () => {
    const eve = await b.addUser("eve@example.com", false);
    const key = b.apple.buy().originalTransactionId;
    expect(await one(apple(key, "eve@example.com"))).toMatchObject({
      outcome: Outcome.USER_UNKNOWN,
      detail: "a user has this email address, but has not verified it",
    });
    const nobody = ["nobody@example.com", "nobody", "@", "ada@", "%"];
    expect(await outcomes(nobody.map((user) => apple(key, user)))).toEqual(
      nobody.map(() => Outcome.USER_UNKNOWN),
    );
    expect([await rows(), b.apple.seen]).toEqual([[], []]);
    await updateUser(b.t.app.db, b.project.id, eve.id, { emailVerifiedAt: b.t.app.clock() });
    expect(await outcomes([apple(key, "eve@example.com")])).toEqual([Outcome.IMPORTED]);
  });

  test("an address that is no longer theirs when it is stored gives them nothing", async () => {
    const snapshot = paidMonth(b.t.app.clock());
    const tried = (verifiedEmail: string) =>
      takeOver(b.t.app, b.project, snapshot, {
        by: systemActor,
        user: { id: ada.id, verifiedEmail },
        dryRun: false,
      });
    expect(await tried("before@example.com")).toEqual({ outcome: "user_unknown" });
    await updateUser(b.t.app.db, b.project.id, ada.id, { emailVerifiedAt: null });
    expect(await tried(ADA)).toEqual({ outcome: "user_unknown" });
    expect(await rows()).toEqual([]);
  });

  test("a user of another project is not found", async () => {
    const { project } = await b.t.addProject("Other");
    const stranger = await b.t.addUser(project, ADA, "correct horse battery");
    const key = b.apple.buy().originalTransactionId;
    expect(await outcomes([apple(key, stranger.user?.id)])).toEqual([Outcome.USER_UNKNOWN]);
  });

  test("what somebody owns stays theirs, also a guest's who is not signed in anywhere", async () => {
    const guest = await b.t.auth(b.project).signInAnonymously({});
    const bought = b.play.purchases.buy({ accountToken: await tokenOf(guest) });
    await b.t.auth(b.project, guest.accessToken).signOut({ refreshToken: guest.refreshToken });
    expect(await one(play(bought.token))).toMatchObject({
      outcome: Outcome.OWNED_BY_OTHER,
      detail: "another user owns it; svc billing subscriptions transfer moves it",
      subscriptionId: "",
    });
    expect((await rows()).map(({ userId }) => userId)).toEqual([guest.user?.id]);
    const eve = await b.addUser("eve@example.com");
    const key = b.apple.buy().originalTransactionId;
    await run([apple(key, eve.id)]);
    expect(await outcomes([apple(key)])).toEqual([Outcome.OWNED_BY_OTHER]);
    expect([await b.active(eve), await b.active(ada)]).toEqual([["pro"], []]);
  });

  test("of two entries for one subscription in a call, one user gets it", async () => {
    const eve = await b.addUser("eve@example.com");
    const key = b.apple.buy().originalTransactionId;
    const found = await outcomes([apple(key), apple(key, eve.id), apple(key)]);
    expect(found.toSorted()).toEqual(
      (await b.active(ada)).length > 0
        ? [Outcome.IMPORTED, Outcome.UNCHANGED, Outcome.OWNED_BY_OTHER]
        : [Outcome.IMPORTED, Outcome.OWNED_BY_OTHER, Outcome.OWNED_BY_OTHER],
    );
    expect(await rows()).toHaveLength(1);
  });

  test("without a user it belongs to whom the store names, or to nobody until somebody restores it", async () => {
    const named = b.apple.buy({ accountToken: await tokenOf(ada) }).originalTransactionId;
    const free = b.apple.buy();
    expect(await run([apple(named, ""), apple(free.originalTransactionId, "")])).toMatchObject([
      { outcome: Outcome.IMPORTED, detail: "" },
      { outcome: Outcome.IMPORTED, detail: "nobody owns it until somebody restores it" },
    ]);
    expect((await rows()).map(({ userId }) => userId)).toEqual(expect.arrayContaining([ada.id, null]));
    const eve = await b.addUser("eve@example.com");
    const proof = { case: "appStoreSignedTransaction" as const, value: b.apple.signedTransaction(free) };
    await billingOf(b.t, b.project, eve).syncPurchases({ purchases: [{ proof }] });
    expect(await b.active(eve)).toEqual(["pro"]);
    // What nobody owned may be given to a user by a later import, and that is on record.
    const other = b.apple.buy().originalTransactionId;
    expect(await outcomes([apple(other, "")])).toEqual([Outcome.IMPORTED]);
    expect(await outcomes([apple(other)])).toEqual([Outcome.IMPORTED]);
    const moved = (await events()).filter(({ kind }) => kind === "subscription.transferred");
    expect(moved.map(({ actor, userId }) => [actor, userId])).toEqual([["admin:root@example.com", ada.id]]);
  });

  test("Stripe is told whose it is, so that what it tells later finds the owner", async () => {
    const foreign = b.stripeSubscription();
    await run([stripe(foreign.id)]);
    const account = await findBillingAccount(b.t.app.db, b.project.id, ada.id);
    expect(foreign.metadata).toEqual({
      ...{ plan: "from before", svc_account: account?.purchaseToken, svc_project: b.project.id },
    });
    expect(account?.stripeCustomerId).toBe(foreign.customer);
    const [known] = b.stripe.shop.subscriptions.values();
    if (known) b.stripe.shop.end(known, "cancellation_requested");
    b.t.advance(1000);
    const event = b.stripe.shop.event("customer.subscription.deleted", known ?? {});
    expect(await b.stripe.send(`${b.t.url}/webhooks/stripe/demo`, secretOf(b.project), event)).toBe(200);
    await processInbox(b.t.app);
    expect(await b.active(ada)).toEqual([]);
  });

  test("a mark that Stripe refuses leaves what was imported, and is made later", async () => {
    const foreign = b.stripeSubscription();
    const mayRead = DOCUMENTED_PERMISSIONS.map((name) =>
      name.replace("subscription_write", "subscription_read"),
    );
    b.stripe.keys.set(STRIPE_KEY, new Set(mayRead));
    const result = await one(stripe(foreign.id));
    expect(result).toMatchObject({
      outcome: Outcome.IMPORTED,
      givesAccess: true,
      detail: "the store was not told whose it is; that is tried again",
    });
    b.stripe.keys.set(STRIPE_KEY, "all");
    b.t.advance(1000);
    await b.admin.refreshSubscription({ project: "demo", subscriptionId: result?.subscriptionId ?? "" });
    expect(foreign.metadata.svc_account).toBe(await tokenOf(ada));
  });

  test("what another project sold with the same account at Stripe is not taken", async () => {
    const foreign = b.stripeSubscription();
    foreign.metadata.svc_project = "0199c0de-1234-7abc-8def-0123456789ab";
    expect(await one(stripe(foreign.id))).toMatchObject({
      outcome: Outcome.INVALID,
      detail: "it is marked at Stripe as another project's",
    });
    expect(await rows()).toEqual([]);
  });

  test("a product that the catalog does not have is stored, gives nothing, and that is said", async () => {
    const productId = `${TEST_APP.bundleId}.gold`;
    expect(await one(apple(b.apple.buy({ productId }).originalTransactionId))).toMatchObject({
      outcome: Outcome.IMPORTED,
      tierId: "",
      givesAccess: false,
      detail: `the catalog has no product ${productId}, so it gives no access`,
    });
    expect(await rows()).toHaveLength(1);
  });

  test("a lifetime product gives access for good; what the seller has delivered is not taken", async () => {
    const settings = { billing: { ...b.project.settings.billing, oneTimeProducts: [...ONE_TIME] } };
    await updateProject(b.t.app, systemActor, b.project.id, { settings });
    const [once, coins] = [
      b.apple.oneTime.buy(),
      b.apple.oneTime.buy({ type: "Consumable", product: "coins_100" }),
    ];
    b.apple.oneTime.restore(once);
    const keys = [once.transactionIds[1] ?? "", once.originalTransactionId, coins.originalTransactionId];
    const entries = [...keys, b.apple.buy().originalTransactionId].map((key) => ({
      ...apple(key),
      oneTime: true,
    }));
    expect(await run(entries)).toMatchObject([
      { outcome: Outcome.STORE_UNKNOWN },
      { outcome: Outcome.IMPORTED, tierId: "pro_lifetime", givesAccess: true, subscriptionId: "" },
      {
        outcome: Outcome.INVALID,
        detail: `the catalog has no lifetime product ${TEST_APP.bundleId}.coins_100; only those are imported`,
      },
      { outcome: Outcome.STORE_UNKNOWN },
    ]);
    expect(await b.active(ada)).toEqual(["pro"]);
    const purchases = await b.t.app.db.selectFrom("purchases").selectAll().execute();
    expect(purchases.map(({ userId }) => userId)).toEqual([ada.id]);
    const again = await one({ ...apple(once.originalTransactionId), oneTime: true });
    expect(again).toMatchObject({ outcome: Outcome.UNCHANGED, purchaseId: purchases[0]?.id });
    const eve = await b.addUser("eve@example.com");
    const other = await one({ ...apple(once.originalTransactionId, eve.id), oneTime: true });
    expect(other).toMatchObject({ outcome: Outcome.OWNED_BY_OTHER });
    const told = await b.t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "purchase.paid")
      .execute();
    expect(told.map(({ actor }) => actor)).toEqual(["admin:root@example.com"]);
  });

  test("a store that does not answer is asked once per call, and the others go on", async () => {
    b.apple.fault = storeFaults["answers 503"];
    const keys = Array.from({ length: 20 }, () => b.apple.buy().originalTransactionId);
    const bought = b.play.purchases.buy();
    const results = await run([...keys.map((key) => apple(key)), play(bought.token)]);
    expect(new Set(results.slice(0, 20).map(({ outcome, detail }) => `${outcome} ${detail}`))).toEqual(
      new Set([`${Outcome.STORE_UNAVAILABLE} the App Store did not answer`]),
    );
    expect(results[20]).toMatchObject({ outcome: Outcome.IMPORTED });
    expect(b.apple.seen.length).toBeLessThanOrEqual(4);
    b.apple.fault = undefined;
    expect(new Set(await outcomes(keys.map((key) => apple(key))))).toEqual(new Set([Outcome.IMPORTED]));
  });

  test("a store that refuses the stored key is not asked again and again, and that is said", async () => {
    b.apple.fault = appStoreFaults["refuses the key"];
    const keys = Array.from({ length: 20 }, () => b.apple.buy().originalTransactionId);
    const results = await run(keys.map((key) => apple(key)));
    expect(new Set(results.map(({ outcome, detail }) => `${outcome} ${detail}`))).toEqual(
      new Set([`${Outcome.INVALID} the App Store refuses the stored credentials`]),
    );
    expect(b.apple.seen.length).toBeLessThanOrEqual(4);
  });

  test("a store that asks for a pause is left alone until it is over", async () => {
    const { token } = b.play.purchases.buy();
    b.play.fault = storeFaults["answers 429"];
    expect(await outcomes([play(token)])).toEqual([Outcome.STORE_UNAVAILABLE]);
    b.play.fault = undefined;
    const asked = b.play.seen.length;
    expect(await one(play(token))).toMatchObject({
      outcome: Outcome.STORE_UNAVAILABLE,
      detail: "Google Play asked to wait another 120 seconds",
    });
    expect(b.play.seen).toHaveLength(asked);
    b.t.advance(120_000);
    expect(await outcomes([play(token)])).toEqual([Outcome.IMPORTED]);
  });

  test("an entry that is not readable is refused on its own, and no result shows a purchase token", async () => {
    const { token, orders } = b.play.purchases.buy();
    const results = await run([
      { user: ADA, storeKey: "1" },
      { user: ADA, store: Store.MANUAL, storeKey: "1" },
      { user: ADA, store: Store.APP_STORE },
      apple("not-a-number"),
      play("GPA.3345-1234-5678-90123"),
      play(`${token} `),
      stripe("pi_123"),
      stripe(b.stripeSubscription().id, ""),
      { ...stripe("sub_123"), oneTime: true },
      { ...stripe("pi_123", ""), oneTime: true },
      play(token),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array(10).fill(Outcome.INVALID),
      Outcome.IMPORTED,
    ]);
    expect(results.map(({ detail }) => detail).slice(3, 8)).toEqual([
      "the key is not a transaction id of the App Store: those are digits",
      "the key is an order id of Google Play; a purchase token is needed",
      "the key is not a purchase token",
      "the key is not a subscription id of Stripe: those begin with sub_",
      "what was bought at Stripe needs a user",
    ]);
    const told = JSON.stringify([results, await events(), b.t.logLines], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(told).not.toContain(token);
    expect(orders).toHaveLength(1);
  });

  test("a store that is not set up, too many entries and an unknown project are refused", async () => {
    const { project } = await b.t.addProject("Other");
    const user = await b.t.addUser(project, ADA, "correct horse battery");
    const entries = [apple("2000000000000001", user.user?.id)];
    const { results } = await b.admin.importSubscriptions({ project: project.slug, entries });
    expect(results).toMatchObject([
      { outcome: Outcome.INVALID, detail: expect.stringMatching(/^the App Store is not set up: billing\./) },
    ]);
    const many = { project: "demo", entries: Array(51).fill(apple("1")) };
    expect(await reasonOf(b.admin.importSubscriptions(many))).toBe("INVALID_REQUEST");
    expect(await reasonOf(b.admin.importSubscriptions({ project: "nope" }))).toBe("NOT_FOUND");
  });
});
