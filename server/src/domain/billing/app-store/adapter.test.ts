import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BillingInboxRow } from "../../../storage/db.ts";
import { DAY_MS, MONTH_MS } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { AppStoreBench } from "../../../testing/stores/app-store-bench.ts";
import { TEST_APP } from "../../../testing/stores/app-store-records.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../snapshot.ts";
import type { NewNotification } from "../store-adapter.ts";
import { appStoreAdapter } from "./adapter.ts";
import { readPurchase } from "./read-purchase.ts";
import { receiveAppStore } from "./receive.ts";

const TOKEN = "7e3fb20b-4cdb-47cc-936d-99d65f608138";

const refusedAs = (reason: string, metadata: Record<string, unknown> = {}) => ({
  reason,
  metadata: expect.objectContaining({ store: "app_store", ...metadata }),
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe.each(engines)("The App Store on $kind", (engine) => {
  let b: AppStoreBench;
  let project: Project;
  beforeEach(async () => {
    b = await AppStoreBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const receive = (body: string, as: Project = project): Promise<NewNotification> =>
    receiveAppStore(b.t.app, as, Buffer.from(body));
  const handle = (notification: NewNotification): Promise<Snapshot | undefined> =>
    appStoreAdapter.handleNotification(
      b.t.app,
      project,
      notification as unknown as BillingInboxRow,
    ) as Promise<Snapshot | undefined>;

  describe("a notification", () => {
    test("is received with what its signed data says, under Apple's own id", async () => {
      const bought = b.store.buy({ environment: "sandbox" });
      const body = b.store.cancel(bought);
      const received = await receive(body);
      expect(received).toEqual({
        notificationId: expect.stringMatching(/^[\da-f-]{36}$/),
        environment: "sandbox",
        type: "DID_CHANGE_RENEWAL_STATUS",
        subtype: "AUTO_RENEW_DISABLED",
        subjectKey: bought.originalTransactionId,
        payload: expect.stringContaining("signedTransactionInfo"),
        occurredAt: b.t.app.clock(),
      });
      expect((await receive(body)).notificationId).toBe(received.notificationId);
    });

    test("is worked out without asking anybody", async () => {
      b.store.fault = storeFaults["hangs up"];
      const bought = b.store.buy({ accountToken: TOKEN.toUpperCase(), isTrial: true });
      const [subscribed = ""] = b.store.told;
      expect(await handle(await receive(subscribed))).toMatchObject({
        subjectKey: bought.originalTransactionId,
        state: "trialing",
        accountToken: TOKEN,
        takenAt: b.t.app.clock(),
      });
      expect(b.store.seen).toEqual([]);
    });

    test("tells every turn of a subscription", async () => {
      const bought = b.store.buy();
      const after = async (body: string) => {
        b.t.advance(1000);
        const { state, willRenew, periodEnd, productId } = (await handle(await receive(body))) ?? {};
        return { state, willRenew, periodEnd, productId };
      };
      const { productId, expiresDate: periodEnd } = bought;
      const facts = { productId, periodEnd, willRenew: true };
      expect(await after(b.store.cancel(bought))).toEqual({ ...facts, state: "canceled", willRenew: false });
      expect(await after(b.store.uncancel(bought))).toEqual({ ...facts, state: "active" });
      expect(await after(b.store.failToRenew(bought, { graceMs: 16 * DAY_MS }))).toEqual({
        ...facts,
        state: "grace_period",
      });
      expect(await after(b.store.endGrace(bought))).toEqual({ ...facts, state: "on_hold" });
      const renewed = { ...facts, periodEnd: periodEnd + MONTH_MS };
      expect(await after(b.store.renew(bought))).toEqual({ ...renewed, state: "active" });
      const revoked = { ...renewed, state: "revoked", willRenew: false };
      expect(await after(b.store.refund(bought))).toEqual(revoked);
      expect(await after(b.store.reverseRefund(bought))).toEqual({ ...renewed, state: "active" });
      const upgraded = await after(b.store.upgrade(bought, `${TEST_APP.bundleId}.team_monthly`));
      expect(upgraded).toMatchObject({ state: "active", productId: `${TEST_APP.bundleId}.team_monthly` });
      expect(await after(b.store.expire(bought))).toMatchObject({ state: "expired", willRenew: false });
    });

    test.each(["TEST", "CONSUMPTION_REQUEST", "RESCIND_CONSENT", "A_NEW_ONE"])(
      "of the type %s is stored, and nothing is done",
      async (type) => {
        const body = b.store.tell(type, undefined, b.store.buy());
        const received = await receive(body);
        expect(received).toMatchObject({ type, subjectKey: "", payload: "" });
        expect(received.ignoredBecause).toBeTruthy();
      },
    );

    test("that is not about a purchase that is known here is stored, and nothing is done", async () => {
      const { records } = b.store;
      const bought = b.store.buy();
      const unknown = { ...records.transactionOf(bought), type: "Rental", expiresDate: undefined };
      const bodies = [
        records.notification("REFUND", undefined, bought, {
          signedTransactionInfo: records.sign(unknown),
        }),
        records.sign({
          notificationType: "RENEWAL_EXTENSION",
          subtype: "SUMMARY",
          notificationUUID: "a",
          signedDate: b.t.app.clock(),
          summary: { ...TEST_APP, environment: "Production" },
        }),
        records.sign({
          notificationType: "EXTERNAL_PURCHASE_TOKEN",
          notificationUUID: "b",
          signedDate: b.t.app.clock(),
          externalPurchaseToken: { ...TEST_APP, externalPurchaseId: "SANDBOX_1" },
        }),
        records.sign({ notificationType: "NEW", notificationUUID: "c", newData: {} }),
      ];
      const received = await Promise.all(
        bodies.map((signedPayload) => receive(JSON.stringify({ signedPayload }))),
      );
      expect(received.map(({ ignoredBecause }) => ignoredBecause)).toEqual([
        "about no purchase that is known here",
        "nothing to do for RENEWAL_EXTENSION",
        "nothing to do for EXTERNAL_PURCHASE_TOKEN",
        "of a kind that is not known here",
      ]);
      expect(received.map(({ environment }) => environment)).toEqual([
        ...["production", "production", "sandbox", "production"],
      ]);
    });

    test("for another app is stored, and nothing is done", async () => {
      const bought = b.store.buy();
      const said = async (data: object, as = project) =>
        (await receive(b.store.tell("DID_RENEW", undefined, bought, data), as)).ignoredBecause;
      expect(await said({ bundleId: "com.example.other" })).toBe('of the app "com.example.other"');
      expect(await said({ appAppleId: 99 })).toBe("of the app 99");
      const withoutNumber = await b.addProject({ appAppleId: "" });
      expect(await said({ appAppleId: 99 }, withoutNumber)).toBeUndefined();
      const withoutBundle = await b.addProject({ bundleId: "" });
      expect(await said({}, withoutBundle)).toBe(`of the app "${TEST_APP.bundleId}"`);
    });

    test.each(["", "{}", "[]", "nonsense", '{"signedPayload":7}', '{"signedPayload":"a.b.c"}', "\xff"])(
      "that is %j is not Apple's",
      async (body) => {
        await expect(receive(body)).rejects.toMatchObject(refusedAs("PURCHASE_INVALID"));
      },
    );

    test("of Xcode is not Apple's, signed or not", async () => {
      const body = b.store.tell("DID_RENEW", undefined, b.store.buy(), { environment: "Xcode" });
      await expect(receive(body)).rejects.toMatchObject(refusedAs("PURCHASE_INVALID"));
    });

    test("with the transaction of another app in it is not worked out", async () => {
      const { records } = b.store;
      const bought = b.store.buy();
      const signedTransactionInfo = records.sign({
        ...records.transactionOf(bought),
        bundleId: "com.example.other",
      });
      const received = await receive(b.store.tell("DID_RENEW", undefined, bought, { signedTransactionInfo }));
      await expect(handle(received)).rejects.toMatchObject(refusedAs("PURCHASE_INVALID"));
      const signedRenewalInfo = records.sign(records.renewalOf(b.store.buy()));
      const mixed = await receive(b.store.tell("DID_RENEW", undefined, bought, { signedRenewalInfo }));
      await expect(handle(mixed)).rejects.toMatchObject(refusedAs("PURCHASE_INVALID"));
    });
  });

  describe("a purchase that an app brings", () => {
    test("stands as Apple says now, not as it was signed", async () => {
      const bought = b.store.buy();
      const signed = b.store.signedTransaction(bought);
      b.t.advance(5000);
      b.store.cancel(bought);
      expect(await readPurchase(b.t.app, project, signed)).toMatchObject({
        state: "canceled",
        willRenew: false,
        takenAt: b.t.app.clock(),
      });
    });

    test("stands as it was signed where the project has no key, or Apple does not know it yet", async () => {
      const bought = b.store.buy({ environment: "sandbox" });
      const signed = b.store.signedTransaction(bought);
      const keyless = await b.addProject({}, "");
      const expected = { state: "active", environment: "sandbox", takenAt: bought.purchaseDate };
      expect(await readPurchase(b.t.app, keyless, signed)).toMatchObject(expected);
      expect(b.store.seen).toEqual([]);
      b.store.records.subscriptions.clear();
      expect(await readPurchase(b.t.app, project, signed)).toMatchObject(expected);
    });

    test("of another app, of Xcode, or of a type that is not known is PURCHASE_INVALID", async () => {
      const { records } = b.store;
      const transaction = records.transactionOf(b.store.buy());
      for (const wrong of [
        { bundleId: "com.example.other" },
        { environment: "Xcode" },
        { type: "Rental", expiresDate: undefined },
      ]) {
        const signed = records.sign({ ...transaction, ...wrong });
        await expect(readPurchase(b.t.app, project, signed)).rejects.toMatchObject(
          refusedAs("PURCHASE_INVALID"),
        );
      }
    });

    test("cannot be read where no app is set, nor while Apple is down", async () => {
      const signed = b.store.signedTransaction(b.store.buy());
      const without = await b.addProject({ bundleId: "" });
      await expect(readPurchase(b.t.app, without, signed)).rejects.toMatchObject(
        refusedAs("STORE_NOT_CONFIGURED", { missing: "billing.app_store.bundle_id" }),
      );
      b.store.fault = storeFaults["hangs up"];
      await expect(readPurchase(b.t.app, project, signed)).rejects.toMatchObject(
        refusedAs("STORE_UNAVAILABLE"),
      );
    });
  });

  describe("asking Apple", () => {
    test("tells how a subscription stands in its environment", async () => {
      const bought = b.store.buy({ environment: "sandbox" });
      const subject = { subjectKey: bought.originalTransactionId, environment: "sandbox" } as const;
      b.t.advance(1000);
      expect(await appStoreAdapter.fetch(b.t.app, project, subject)).toMatchObject({
        state: "active",
        environment: "sandbox",
        takenAt: b.t.app.clock(),
      });
      const elsewhere = { ...subject, environment: "production" } as const;
      expect(await appStoreAdapter.fetch(b.t.app, project, elsewhere)).toBeUndefined();
    });

    test("needs the whole key", async () => {
      const keyless = await b.addProject({ issuerId: "" }, "");
      const missing = "billing.app_store.issuer_id, billing.app_store.private_key";
      const subject = { subjectKey: "1", environment: "production" } as const;
      await expect(appStoreAdapter.fetch(b.t.app, keyless, subject)).rejects.toMatchObject(
        refusedAs("STORE_NOT_CONFIGURED", { missing }),
      );
      expect(appStoreAdapter.missing({ ...keyless, secrets: new Map() }).join(", ")).toBe(missing);
      expect(
        appStoreAdapter.missing({ ...project, secrets: new Map([["app_store_private_key", 1]]) }),
      ).toEqual([]);
    });

    test("believes nothing that Apple did not sign, or signed about another", async () => {
      const [one, other] = [b.store.buy(), b.store.buy()];
      const lie = b.store.records.lastTransaction(other);
      const answers = [
        { ...lie, signedTransactionInfo: `${lie.signedTransactionInfo}AA` },
        { ...lie, signedRenewalInfo: lie.signedTransactionInfo },
        lie,
      ];
      for (const answer of answers) {
        const last = { ...answer, originalTransactionId: one.originalTransactionId };
        b.store.fault = (_request, response) =>
          void response.writeHead(200).end(JSON.stringify({ data: [{ lastTransactions: [last] }] }));
        const subject = { subjectKey: one.originalTransactionId, environment: "production" } as const;
        await expect(appStoreAdapter.fetch(b.t.app, project, subject)).rejects.toMatchObject(
          refusedAs("STORE_UNAVAILABLE"),
        );
      }
    });
  });

  describe("the owner", () => {
    const settle = async (snapshot: Partial<Snapshot>, ownerToken: string | undefined, as = project) => {
      const bought = b.store.buy(snapshot.familyShared ? { familyShared: true } : {});
      const [told = ""] = b.store.told.slice(-1);
      const whole = { ...(await handle(await receive(told))), ...snapshot } as Snapshot;
      await appStoreAdapter.settle(b.t.app, as, whole, ownerToken);
      await appStoreAdapter.settle(b.t.app, as, whole, ownerToken);
      return bought.accountToken;
    };

    test("is written to a purchase that Apple knows no buyer of, and may be written again", async () => {
      expect(await settle({}, TOKEN)).toBe(TOKEN);
    });

    test("is not written where there is none, where Apple knows one, or for what a family shares", async () => {
      await settle({}, undefined);
      await settle({ accountToken: TOKEN }, TOKEN);
      await settle({ familyShared: true }, TOKEN);
      await settle({}, TOKEN, await b.addProject({}, ""));
      expect(b.store.seen).toEqual([]);
    });

    test("is written later when Apple is down", async () => {
      b.store.fault = storeFaults["answers 503"];
      await expect(settle({}, TOKEN)).rejects.toMatchObject(refusedAs("STORE_UNAVAILABLE"));
    });
  });

  describe("what Apple told while nobody listened", () => {
    test("is read from both environments, and what is not Apple's is skipped", async () => {
      const since = b.t.app.clock();
      b.store.buy();
      b.t.advance(DAY_MS);
      b.store.buy();
      b.store.keep("production", "not.signed.data");
      b.store.buy({ environment: "sandbox" });
      const missed = await all(appStoreAdapter.missed(b.t.app, project, since));
      expect(missed.map(({ environment }) => environment)).toEqual(["production", "production", "sandbox"]);
      const recent = await all(appStoreAdapter.missed(b.t.app, project, since + 1));
      expect(recent.map(({ environment }) => environment)).toEqual(["production", "sandbox"]);
      expect(b.t.logLines.join("")).toContain("is not Apple's");
    });

    test("goes back as far as Apple keeps it", async () => {
      b.store.buy();
      b.t.advance(400 * DAY_MS);
      expect(await all(appStoreAdapter.missed(b.t.app, project, 0))).toEqual([]);
    });
  });
});
