import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PURCHASE_KEY } from "../../server/src/testing/stores/app-store.ts";
import { TEST_APP } from "../../server/src/testing/stores/app-store-records.ts";
import { PUSH_ACCOUNT } from "../../server/src/testing/stores/play-push.ts";
import { PACKAGE } from "../../server/src/testing/stores/play-store.ts";
import { storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { STRIPE_KEY } from "../../server/src/testing/stores/stripe.ts";
import { DOCUMENTED_PERMISSIONS } from "../../server/src/testing/stores/stripe-permissions.ts";
import type { Check } from "../src/doctor/check.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";

vi.setConfig({ testTimeout: 600_000 }); // a few programs each

const SECRET = "whsec_0123456789abcdef";
const purchaseKey = `SubscriptionKey_${PURCHASE_KEY.keyId}.p8`;

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
  await bench.begin();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(bench.cli.path("stranger.p8"), privateKey.export({ format: "pem", type: "pkcs8" }));
  const nowhere = `${bench.cli.url}/webhooks/apple/${bench.slug}/nowhere`;
  Object.assign(bench.appStore.webhooks, { production: nowhere, sandbox: nowhere });
  await bench.ask("BillingService/UpdateBillingSettings", {
    settings: {
      appStore: {
        ...{ bundleId: TEST_APP.bundleId, appAppleId: String(TEST_APP.appAppleId) },
        ...{
          issuerId: PURCHASE_KEY.issuerId,
          keyId: PURCHASE_KEY.keyId,
          privateKey: PURCHASE_KEY.privateKey,
        },
      },
      playStore: {
        ...{ packageName: PACKAGE, pubsubServiceAccount: PUSH_ACCOUNT },
        serviceAccount: bench.play.serviceAccount(),
      },
      stripe: { enabled: true, secretKey: STRIPE_KEY, webhookSecret: SECRET },
    },
  });
});
afterAll(() => bench.close());
beforeEach(() => {
  for (const store of [bench.appStore, bench.play, bench.stripe]) store.fault = undefined;
});

async function doctor(flags: readonly string[], input = "", project = ["--project", bench.slug]) {
  const env = { ...bench.env, SVC_DEV_PLAY_STORE_URL: bench.play.url };
  const args = ["doctor", "--json", ...project, ...flags];
  const { code, stdout, stderr } = await bench.cli.run(args, { env, input });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, said: stdout + stderr, checks: new Map(checks.map((check) => [check.id, check])) };
}

const allKeys = [
  "--apple-iap-p8",
  purchaseKey,
  "--google-service-account",
  "play.json",
  "--stripe-secret-key",
  "-",
];

describe("doctor, about subscriptions", () => {
  test("tries the keys that it is given, and lets the server try its own", async () => {
    const { checks, said } = await doctor(allKeys, STRIPE_KEY);
    expect(checks.get("billing_apple")).toMatchObject({
      status: "ok",
      seen: `Apple accepts the key ${PURCHASE_KEY.keyId} for ${TEST_APP.bundleId} and sends a test notification in the sandbox`,
    });
    expect(new Set(bench.appStore.tested)).toEqual(new Set(["sandbox"]));
    expect(checks.get("billing_google")).toMatchObject({
      status: "ok",
      seen: expect.stringContaining(PACKAGE),
    });
    expect(checks.get("billing_stripe")).toMatchObject({
      status: "ok",
      seen: "Stripe accepts the key, which is for tests",
    });
    expect(checks.get("billing_app_store_key_production")?.status).toBe("ok");
    expect(checks.get("billing_play_store_products")?.status).toBe("ok");
    expect(checks.get("billing_stripe_api_key")?.status).toBe("ok");
    expect(checks.get("billing_stripe_webhook")).toMatchObject({
      status: "failure",
      remedy: "run svc setup billing --stripe again",
    });
    expect(checks.get("billing_inbox")).toMatchObject({ status: "ok", seen: "all processed" });
    expect(said).not.toContain(STRIPE_KEY);
  });

  test("a key that the store refuses is a failure, told without the key", async () => {
    bench.play.hasRights = false;
    const flags = ["--apple-iap-p8", "stranger.p8", "--google-service-account", "play.json"];
    const { code, checks, said } = await doctor(
      [...flags, "--stripe-secret-key", "-"],
      "sk_live_revoked_revoked",
    );
    bench.play.hasRights = true;
    expect(code).toBe(8);
    for (const id of ["billing_google", "billing_stripe"]) {
      expect(checks.get(id)).toMatchObject({
        status: "failure",
        remedy: expect.stringContaining("lacks permissions"),
      });
    }
    expect(checks.get("billing_apple")).toMatchObject({
      ...{ status: "failure", seen: expect.stringContaining("refuses the key (401)") },
      remedy: expect.stringContaining("In-App Purchase key"),
    });
    expect(checks.has("billing_apple_notifications")).toBe(false);
    expect(said).not.toContain("revoked_revoked");
  });

  test("a restricted key of Stripe's that lacks permissions is told which, without the key", async () => {
    const key = "rk_test_withoutpayments";
    const rest = DOCUMENTED_PERMISSIONS.filter((name) => !/^(payment_intent|event)_/.test(name));
    bench.stripe.keys.set(key, new Set(rest));
    const { code, checks, said } = await doctor(["--stripe-secret-key", "-"], key);
    expect(code).toBe(8);
    expect(checks.get("billing_stripe")?.seen).toContain("PaymentIntents (read), rak_payment_intent_read");
    expect(checks.get("billing_stripe")?.seen).toContain("Events (read), rak_event_read");
    expect(said).not.toContain(key);
  });

  test("a restricted key of Stripe's that may not refund is fine, with a remark", async () => {
    const key = "rk_test_withoutrefunds";
    bench.stripe.keys.set(key, new Set(DOCUMENTED_PERMISSIONS));
    const { checks } = await doctor(["--stripe-secret-key", "-"], key);
    expect(checks.get("billing_stripe")).toMatchObject({
      status: "ok",
      seen: expect.stringContaining("it may not refund payments"),
    });
    expect(checks.get("billing_stripe_refunds")).toMatchObject({
      status: "ok",
      seen: "the key can refund payments",
    });
  });

  test("a missing address for notifications is told apart from an unknown key", async () => {
    const { webhooks } = bench.appStore;
    const { sandbox } = webhooks;
    delete webhooks.sandbox;
    const { code, checks } = await doctor(["--apple-iap-p8", purchaseKey]);
    Object.assign(webhooks, { sandbox });
    expect(code).toBe(8);
    expect(checks.get("billing_apple")).toMatchObject({
      ...{ status: "ok", seen: `Apple accepts the key ${PURCHASE_KEY.keyId} for ${TEST_APP.bundleId}` },
    });
    expect(checks.get("billing_apple_notifications")).toMatchObject({
      ...{ status: "failure", seen: "Apple has no address for notifications in the sandbox" },
      remedy: expect.stringContaining("App Store Connect, App Information"),
    });
  });

  test("production is sent a test notification only when somebody asks for it", async () => {
    const { checks } = await doctor(["--apple-iap-p8", purchaseKey, "--apple-test-notification"]);
    expect(checks.get("billing_apple_production")).toMatchObject({
      ...{ status: "ok", seen: expect.stringContaining("sends a test notification in production") },
    });
    expect(checks.has("billing_app_store_notifications_production")).toBe(true);
    expect(bench.appStore.tested.filter((environment) => environment === "production")).toHaveLength(2);
    const failed = await bench.cli.failure(["doctor", "--apple-test-notification"], bench.env);
    expect(failed).toMatchObject({ code: 2, message: "--apple-test-notification needs --project" });
  });

  test("a store that is down: a warning about the key, a failure of what the server needs", async () => {
    for (const store of [bench.appStore, bench.play, bench.stripe]) store.fault = storeFaults["answers 503"];
    const { code, checks } = await doctor(allKeys, STRIPE_KEY);
    expect(code).toBe(8);
    for (const id of ["billing_apple", "billing_google", "billing_stripe"]) {
      expect(checks.get(id)?.status).toBe("warning");
    }
    expect(checks.get("billing_stripe_api_key")?.status).toBe("failure");
    expect(checks.get("billing_play_store_products")?.status).toBe("failure");
    expect(checks.get("billing_app_store_key_production")?.status).toBe("failure");
  });

  test("without a project there is still Stripe to ask; the others need one", async () => {
    const { checks } = await doctor(["--stripe-secret-key", "-"], STRIPE_KEY, []);
    expect(checks.get("billing_stripe")?.status).toBe("ok");
    for (const [flag, value] of [
      ["--apple-iap-p8", purchaseKey],
      ["--google-service-account", "play.json"],
    ] as const) {
      const failed = await bench.cli.failure(["doctor", flag, value], bench.env);
      expect(failed).toMatchObject({ code: 2, message: `${flag} needs --project` });
    }
    const failed = await bench.cli.failure(["doctor", "--stripe-secret-key", "pk_live_1"], bench.env);
    expect(failed).toMatchObject({ code: 2, message: "--stripe-secret-key is not a Stripe key" });
  });

  test("notifications that were given up are a failure", async () => {
    const url = `${bench.cli.url}/webhooks/stripe/${bench.slug}`;
    const event = bench.stripe.shop.event("product.created", {});
    expect(await bench.stripe.send(url, SECRET, event)).toBe(200);
    const db = new DatabaseSync(bench.cli.path("data", "svc.db"));
    expect(db.prepare("UPDATE billing_inbox SET status = 'failed'").run().changes).toBeGreaterThan(0);
    db.close();
    const { code, checks } = await doctor([]);
    expect(code).toBe(8);
    expect(checks.get("billing_inbox")).toMatchObject({
      status: "failure",
      seen: expect.stringMatching(/^\d failed$/),
      remedy: expect.stringContaining("replay"),
    });
  });
});
