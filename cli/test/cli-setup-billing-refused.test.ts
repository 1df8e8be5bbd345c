import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { STRIPE_KEY } from "../../server/src/testing/stores/stripe.ts";
import { DOCUMENTED_PERMISSIONS } from "../../server/src/testing/stores/stripe-permissions.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";

vi.setConfig({ testTimeout: 600_000 }); // a few programs each

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  writeFileSync(bench.cli.path("rsa.p8"), rsa.export({ format: "pem", type: "pkcs8" }));
  writeFileSync(bench.cli.path("not.json"), '{"type":"authorized_user"}');
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(bench.cli.path("renamed.p8"), privateKey.export({ format: "pem", type: "pkcs8" }));
});
afterAll(() => bench.close());

const storeWrites = () => bench.tap.writes.filter((line) => !line.startsWith("svc "));
const uuid = "57246542-96fe-1a63-e053-0824d011072a";

describe("what is not right", () => {
  beforeAll(() => bench.begin());

  test.each([
    [["--apple-bundle-id", "app"], "--apple-bundle-id app does not look right"],
    [["--apple-app-id", "x1"], "--apple-app-id x1 does not look right"],
    [
      ["--apple-app-id", "1", "--apple-app-apple-id", "2"],
      "--apple-app-id and --apple-app-apple-id are different",
    ],
    [["--apple-iap-issuer-id", "x"], "--apple-iap-issuer-id x does not look right"],
    [["--apple-iap-key-id", "x"], "--apple-iap-key-id x does not look right"],
    [["--apple-iap-p8", "nowhere.p8"], "there is no file nowhere.p8"],
    [["--apple-iap-p8", "rsa.p8"], "rsa.p8 is not an Apple private key"],
    [["--apple-iap-p8", "renamed.p8"], "--apple-iap-p8 needs --apple-iap-key-id"],
    [["--apple-notification-secret", "short"], "--apple-notification-secret does not look right"],
    [["--asc-key-id", "ABC123DEFG"], "--asc-key-id and --asc-issuer-id belong to --asc-p8, which is missing"],
    [["--asc-p8", "renamed.p8", "--asc-issuer-id", uuid], "--asc-p8 needs --asc-key-id"],
    [["--asc-p8", "renamed.p8", "--asc-key-id", "ABC123DEFG"], "--asc-p8 needs --asc-issuer-id"],
    [["--google-package-name", "app"], "--google-package-name app does not look right"],
    [["--google-cloud-project", "X"], "--google-cloud-project X does not look right"],
    [["--google-pubsub-topic", "a/b"], "--google-pubsub-topic a/b does not look right"],
    [
      ["--google-pubsub-topic", "projects/one-1/topics/abc", "--google-cloud-project", "other-1"],
      "--google-pubsub-topic is of another project than --google-cloud-project",
    ],
    [["--google-pubsub-topic", "play"], "--google-pubsub-topic needs --google-cloud-project"],
    [["--google-pubsub-service-account", "x"], "--google-pubsub-service-account x does not look right"],
    [["--google-rtdn-secret", "a b"], "--google-rtdn-secret does not look right"],
    [["--google-service-account", "not.json"], "not.json is not the key of a Google service account"],
    [["--stripe-secret-key", "pk_live_nonsense"], "--stripe-secret-key does not look right"],
    [
      ["--stripe-secret-key", "-", "--google-rtdn-secret", "-"],
      "only one of --google-rtdn-secret, --stripe-secret-key can read standard input",
    ],
    [["--replace", "price"], "--replace price does not look right"],
    [["--replace", "grace@app_store", "--replace", "x:y@z"], "--replace x:y@z does not look right"],
    [[], "choose at least one store"],
  ])("%j: %s", async (flags, message) => {
    const before = await bench.settings();
    const { code, stdout, stderr } = await bench.run([...flags, "--yes"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [, told, hint] = /^svc: (.+)\nhint: (.+)\n$/.exec(stderr) ?? [];
    expect(told).toBe(message);
    expect(hint?.length).toBeGreaterThan(8);
    expect(await bench.settings()).toEqual(before);
    expect(bench.tap.writes).toEqual([]);
  });

  test("a project that does not exist is said so", async () => {
    const { code, stderr } = await bench.cli.run(
      ["setup", "billing", "--project", "nobody", "--stripe", "--yes"],
      { env: bench.env },
    );
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("nobody") });
  });

  test("on a terminal it asks for Stripe's key, and does not show what is typed", async () => {
    await bench.cli.logIn();
    for (const [typed, told] of [
      ["not_a_key_of_stripes\r", "--stripe-secret-key does not look right"],
      ["\r", "--stripe needs Stripe's secret key"],
    ] as const) {
      const terminal = bench.cli.onTerminal("setup", "billing", "--project", bench.slug, "--stripe");
      await terminal.answer("Stripe secret key: ", typed);
      const { code, shown } = await terminal.finished;
      expect({ code, shown }).toEqual({ code: 2, shown: expect.stringContaining(told) });
      expect(shown).not.toContain("not_a_key");
    }
  });

  test("without a terminal, --stripe without a key is refused unless one is stored; nothing is changed", async () => {
    const before = await bench.settings();
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await bench.run(["--stripe", "--yes", ...more]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("--stripe needs Stripe's secret key, and ");
    }
    expect(await bench.settings()).toEqual(before);
    expect(bench.tap.writes).toEqual([]);
    await bench.setUp(bench.stripeFlags);
    const stored = await bench.settings();
    const { report } = await bench.setUp(["--stripe"]);
    expect(report.changes).toEqual([]);
    expect(await bench.settings()).toEqual(stored);
    await bench.begin();
  });

  test("every flag of the specification is there", async () => {
    const { stdout } = await bench.cli.run(["setup", "billing", "--help"]);
    const flags =
      `apple-app-apple-id apple-app-id apple-bundle-id apple-iap-issuer-id apple-iap-key-id apple-iap-p8
      apple-notification-secret asc-issuer-id asc-key-id asc-p8 google-cloud-project google-package-name
      google-pubsub-service-account google-pubsub-topic google-rtdn-secret google-service-account replace stripe
      stripe-secret-key yes project`.split(/\s+/);
    expect(flags.filter((flag) => !new RegExp(`--${flag}\\s`).test(stdout))).toEqual([]);
  });
});

describe("before anything is changed at a store or in svc", () => {
  beforeEach(() => bench.begin());

  test("without --yes, and without a terminal to ask on, it shows what it would do and refuses", async () => {
    const before = [await bench.state(), await bench.settings()];
    const { code, stdout, stderr } = await bench.run(bench.all);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const path of [
      ...["app_store.bundle_id", "app_store.private_key", "play_store.service_account", "stripe.secret_key"],
    ]) {
      expect(stderr).toContain(`svc: will save settings.billing.${path}\n`);
    }
    expect(stderr).toContain("svc: will make settings.billing.app_store.notification_secret\n");
    expect(stderr).toContain("App Store: will save the app's Apple ID in svc\n");
    expect(stderr).toContain("Stripe: will save the webhook's id and signing secret in svc\n");
    expect(stderr).toContain("App Store: will create the subscription group");
    expect(stderr).toContain("Google Play: will create the subscription pro");
    expect(stderr).toContain("Stripe: will create the product Pro");
    expect(stderr).toContain("there is no terminal to prompt on\nhint: pass --yes to skip the confirmation");
    expect(storeWrites()).toEqual([]);
    expect(await bench.refused(bench.all)).toMatchObject({ exit: 2 });
    expect(storeWrites()).toEqual([]);
    expect([await bench.state(), await bench.settings()]).toEqual(before);
    expect(await bench.updates()).toBe(0);
  });

  test("on a terminal, whoever answers no has changed nothing, secrets included", async () => {
    await bench.cli.logIn();
    const before = [await bench.state(), await bench.settings()];
    const flags = ["setup", "billing", "--project", bench.slug, "--apple-bundle-id", "com.example.app"];
    const terminal = bench.cli.onTerminal(...flags);
    await terminal.answer("things? [y/N] ", "n\r");
    const { code, shown } = await terminal.finished;
    expect({ code, shown }).toEqual({
      code: 2,
      shown: expect.stringContaining("svc: will save settings.billing.app_store.bundle_id\n"),
    });
    expect([await bench.state(), await bench.settings()]).toEqual(before);
    expect(await bench.updates()).toBe(0);
  });

  test("a key that Stripe does not know is not saved", async () => {
    await bench.setUp(bench.stripeFlags);
    const refusal = await bench.refused([...bench.stripeFlags, "--yes"], { input: "sk_live_revokedrevoked" });
    expect(refusal).toMatchObject({ exit: 4, reason: "PROVIDER_REFUSED" });
    expect(JSON.stringify(refusal)).not.toContain("revokedrevoked");
    const { checks } = (await bench.ask("BillingService/CheckStore", { store: "STORE_STRIPE" })) as {
      checks: { name: string; ok: boolean }[];
    };
    expect(checks.find(({ name }) => name === "api key")?.ok).toBe(true);
  });

  test("a key that App Store Connect refuses, with the flag it was given by", async () => {
    bench.connect.instead.push([401, { errors: [{ detail: "bad token" }] }]);
    const refusal = await bench.refused([...bench.all, "--yes"]);
    expect(refusal).toMatchObject({ exit: 4, reason: "PROVIDER_REFUSED" });
    expect(refusal.hint).toContain("--asc-p8 takes an App Store Connect API key");
    expect(storeWrites()).toEqual([]);
  });

  test("a key of Apple's, Google's or Stripe's that may not do this", async () => {
    bench.connect.instead.push([403, { errors: [{ detail: "not allowed" }] }]);
    expect(await bench.refused([...bench.apple, "--yes"])).toMatchObject({
      ...{ exit: 5, reason: "PROVIDER_REFUSED" },
      hint: expect.stringContaining("App Manager"),
    });
    bench.google.hasRights = false;
    expect(await bench.refused([...bench.playFlags, "--yes"])).toMatchObject({
      ...{ exit: 5, reason: "PROVIDER_REFUSED" },
      hint: expect.stringContaining("Play Console"),
    });
    bench.google.hasRights = true;
    const restricted = "rk_test_withoutsome";
    const enough = DOCUMENTED_PERMISSIONS.filter((name) => !/^(webhook|payment_intent)_/.test(name));
    bench.stripe.keys.set(restricted, new Set(enough));
    const refusal = await bench.refused([...bench.stripeFlags, "--yes"], { input: restricted });
    expect(refusal).toMatchObject({ exit: 5, reason: "PROVIDER_REFUSED" });
    expect(refusal.message).toContain("PaymentIntents (read), rak_payment_intent_read");
    expect(refusal.message).toContain("Webhook Endpoints (write), rak_webhook_write");
    expect(refusal.message).not.toContain("Customers");
    expect(JSON.stringify(refusal)).not.toContain(restricted);
    expect(storeWrites()).toEqual([]);
  });
});

describe("a store that does not answer", () => {
  beforeEach(() => bench.begin());

  test("Stripe: nothing is saved, and the next run works", async () => {
    for (const fault of ["answers 503", "answers 429"] as const) {
      bench.stripe.fault = storeFaults[fault];
      const refusal = await bench.refused([...bench.stripeFlags, "--yes"]);
      expect(refusal).toMatchObject({ exit: 7, reason: "UNREACHABLE" });
      expect(refusal.message).toContain("Stripe cannot be reached");
    }
    expect((await bench.settings()).stripe).toMatchObject({ hasSecretKey: false });
    bench.stripe.fault = undefined;
    await bench.setUp(bench.stripeFlags);
  });

  test("App Store Connect and Google: said after a few tries, and the next run works", async () => {
    const busy = [503, { errors: [] }] as const;
    const portal = [200, "<html>log in to our wifi</html>"] as const;
    bench.connect.instead.push(busy, portal, busy, portal, busy, portal);
    bench.google.fault = storeFaults["answers 503"];
    const refusals = await Promise.all([
      bench.refused([...bench.apple, "--yes"]),
      bench.refused([...bench.playFlags, "--yes"]),
    ]);
    expect(refusals).toMatchObject([
      {
        exit: 7,
        reason: "UNREACHABLE",
        message: expect.stringContaining("App Store Connect cannot be reached"),
      },
      { exit: 7, reason: "UNREACHABLE", message: expect.stringContaining("Google") },
    ]);
    bench.google.fault = undefined;
    await bench.setUp([...bench.apple, ...bench.playFlags]);
    expect(storeWrites().length).toBeGreaterThan(20);
  });
});

test("a server without https: each store says so, before anything is made", async () => {
  const local = await BillingSetupBench.open("http://localhost:8080");
  try {
    await local.begin();
    for (const [flags, title] of [
      [local.apple, "App Store"],
      [local.playFlags, "Google Play"],
      [local.stripeFlags, "Stripe"],
    ] as const) {
      expect(await local.refused([...flags, "--yes"], { input: STRIPE_KEY })).toMatchObject({
        exit: 6,
        reason: "BASE_URL_NOT_PUBLIC",
        message: `${title} calls https addresses only, and the server is at http://localhost:8080`,
      });
    }
    expect(local.tap.writes.filter((line) => !line.startsWith("svc "))).toEqual([]);
  } finally {
    await local.close();
  }
});
