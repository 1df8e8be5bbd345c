import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { AppStoreStandIn, PURCHASE_KEY } from "../../server/src/testing/stores/app-store.ts";
import { TEST_APP } from "../../server/src/testing/stores/app-store-records.ts";
import { GoogleCloud } from "../../server/src/testing/stores/google-cloud.ts";
import { PUSH_ACCOUNT } from "../../server/src/testing/stores/play-push.ts";
import { PACKAGE, PlayStore } from "../../server/src/testing/stores/play-store.ts";
import { STRIPE_KEY, StripeStore } from "../../server/src/testing/stores/stripe.ts";
import { WriteTap } from "../../server/test/write-tap.ts";
import { AppStoreConnect } from "./app-store-connect.ts";
import { RemoteBench } from "./remote-cli.ts";

export const baseUrl = "https://auth.example.com";
const cloud = "svc-demo";
const topic = "play-billing";

type StoreReport = {
  store: string;
  adopted: string[];
  done: string[];
  kept: { name: string; what: string; replacement: string }[];
  failed: { part: string; message: string; hint: string }[];
  checks: { id: string; status: string }[];
};
export type BillingReport = { project: string; changes: string[]; stores: StoreReport[] };
type Options = { env?: Record<string, string>; input?: string };

/** What is for sale: two tiers, three products, one trial. */
export function catalogOf(slug: string, monthly = "9.99", trial = "P1W"): object {
  const price = (amount: string) => ({ currency: "USD", amount });
  return {
    name: slug,
    slug,
    settings: {
      billing: {
        enabled: true,
        entitlements: [
          { id: "pro", name: "Pro" },
          { id: "team", name: "Team" },
        ],
        tiers: [
          {
            ...{ id: "pro", name: "Pro", rank: 1, entitlements: ["pro"] },
            products: [
              { id: "pro_monthly", period: "P1M", price: price(monthly), trial },
              { id: "pro_yearly", period: "P1Y", price: price("79.99") },
            ],
          },
          {
            ...{ id: "team", name: "Team", rank: 2, entitlements: ["pro", "team"] },
            products: [{ id: "team_monthly", period: "P1M", price: price("19.99") }],
          },
        ],
      },
    },
  };
}

/**
 * A server, an administrator's command line, and all three stores. What the command line asks goes through a
 * tap that counts what is changed; the server asks the stores directly.
 */
export class BillingSetupBench {
  readonly cli: RemoteBench;
  readonly appStore: AppStoreStandIn;
  readonly play: PlayStore;
  readonly stripe: StripeStore;
  readonly tap = new WriteTap();
  connect!: AppStoreConnect;
  google!: GoogleCloud;
  slug = "";
  env: Record<string, string> = {};
  #count = 0;

  private constructor(cli: RemoteBench, stores: [AppStoreStandIn, PlayStore, StripeStore]) {
    this.cli = cli;
    [this.appStore, this.play, this.stripe] = stores;
  }

  static async open(base = baseUrl): Promise<BillingSetupBench> {
    const appStore = await AppStoreStandIn.open(Date.now);
    const [play, stripe] = [await PlayStore.open(), await StripeStore.open()];
    const env = {
      SVC_DEV_APP_STORE_URL: appStore.origin,
      SVC_DEV_APP_STORE_ROOT: appStore.rootFile,
      SVC_DEV_PLAY_STORE_URL: play.url,
      SVC_DEV_STRIPE_URL: stripe.url,
    };
    const cli = await RemoteBench.open(`rate_limits = "off"\nbase_url = "${base}"\n`, env);
    writeFileSync(cli.path(`SubscriptionKey_${PURCHASE_KEY.keyId}.p8`), PURCHASE_KEY.privateKey);
    writeFileSync(cli.path("play.json"), play.serviceAccount());
    return new BillingSetupBench(cli, [appStore, play, stripe]);
  }

  async close(): Promise<void> {
    await this.cli.close();
    this.tap.close();
    this.connect?.close();
    await Promise.all([this.google?.close(), this.appStore.close(), this.play.close(), this.stripe.close()]);
  }

  /** Empty stores, and a project that has described what it sells. */
  async begin(appAttributes: Record<string, unknown> = {}): Promise<void> {
    this.connect?.close();
    await this.google?.close();
    this.connect = await AppStoreConnect.open();
    this.connect.shop.addApp(TEST_APP.bundleId, appAttributes);
    this.google = await GoogleCloud.open();
    const { shop } = this.stripe;
    for (const things of [shop.products, shop.prices, shop.webhooks, shop.portals]) things.clear();
    this.stripe.fault = undefined;
    this.stripe.seen.length = 0;
    writeFileSync(this.cli.path(`AuthKey_${this.connect.keyId}.p8`), this.connect.pem);
    this.tap.reset();
    this.env = {
      SVC_URL: await this.tap.to("svc", this.cli.url),
      SVC_TOKEN: this.cli.token,
      SVC_DEV_APP_STORE_CONNECT_URL: await this.tap.to("connect", this.connect.url),
      SVC_DEV_APP_STORE_URL: this.appStore.origin,
      SVC_DEV_PLAY_STORE_URL: await this.tap.to("google", this.google.url),
      SVC_DEV_STRIPE_URL: await this.tap.to("stripe", this.stripe.url),
    };
    this.#count += 1;
    this.slug = `shop-${this.#count}`;
    await this.sell();
    this.tap.writes.length = 0;
  }

  async sell(monthly?: string, trial?: string): Promise<void> {
    const input = JSON.stringify(catalogOf(this.slug, monthly, trial));
    const args = ["project", "apply", "-f", "-", "--yes"];
    const { code, stderr } = await this.cli.run(args, { env: this.env, input });
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }

  get apple(): string[] {
    return [
      ...["--apple-bundle-id", TEST_APP.bundleId, "--apple-iap-issuer-id", PURCHASE_KEY.issuerId],
      ...["--apple-iap-p8", `SubscriptionKey_${PURCHASE_KEY.keyId}.p8`],
      ...["--asc-p8", `AuthKey_${this.connect.keyId}.p8`, "--asc-issuer-id", this.connect.issuerId],
    ];
  }

  readonly playFlags: readonly string[] = [
    ...["--google-package-name", PACKAGE, "--google-service-account", "play.json"],
    ...["--google-cloud-project", cloud, "--google-pubsub-topic", topic],
    ...["--google-pubsub-service-account", PUSH_ACCOUNT],
  ];

  readonly stripeFlags: readonly string[] = ["--stripe", "--stripe-secret-key", "-"];

  /** For all three stores at once. */
  get all(): string[] {
    return [...this.apple, ...this.playFlags, ...this.stripeFlags];
  }

  args(flags: readonly string[]): string[] {
    return ["setup", "billing", "--project", this.slug, ...flags];
  }

  run(flags: readonly string[], { env = {}, input = STRIPE_KEY }: Options = {}) {
    return this.cli.run(this.args(flags), { env: { ...this.env, ...env }, input });
  }

  /** Must come to its end; returns the object that it prints, and all that was said. */
  async setUp(flags: readonly string[] = this.all): Promise<{ report: BillingReport; said: string }> {
    const { code, stdout, stderr } = await this.run([...flags, "--yes", "--json"]);
    expect({ stdout: stdout.trim().split("\n"), stderr }).toMatchObject({ stdout: [expect.any(String)] });
    const report = JSON.parse(stdout) as BillingReport;
    const checks = report.stores.flatMap((store) => store.checks);
    const isFailed = checks.some(({ status }) => status === "failure");
    const isIncomplete = report.stores.some(({ failed }) => failed.length > 0);
    expect({ code, stderr }).toMatchObject({ code: isIncomplete ? 6 : isFailed ? 8 : 0 });
    return { report, said: stdout + stderr };
  }

  /** Must fail; returns the one object of its error. */
  async refused(flags: readonly string[], options: Options = {}): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run([...flags, "--json"], options);
    expect(stdout).toBe("");
    const last = stderr.trimEnd().split("\n").at(-1) ?? "";
    return { exit: code, ...JSON.parse(last).error };
  }

  /** As the server has them. */
  async settings(): Promise<Record<string, Record<string, unknown>>> {
    const { settings } = await this.ask("BillingService/GetBillingSettings");
    return settings as Record<string, Record<string, unknown>>;
  }

  /** Asks the admin API about the project. */
  async ask(method: string, more: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.cli.url}/svc.admin.v1.${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.cli.token}` },
      body: JSON.stringify({ project: this.slug, ...more }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }

  /** All that the stores have, without what differs from project to project and from run to run. */
  async state(): Promise<unknown> {
    const { shop } = this.stripe;
    const stripe = {
      products: [...shop.products.values()],
      prices: [...shop.prices.values()].map(({ id, ...price }) => price),
      webhooks: [...shop.webhooks.values()].map(({ id, metadata, ...webhook }) => webhook),
      portals: [...shop.portals.values()].map(({ id, metadata, ...portal }) => portal),
    };
    const things = { stripe, apple: this.connect.shop.things, google: this.google.state() };
    const named = [...shop.prices.values()].reduce(
      (text, { id, lookup_key: key }) => text.replaceAll(id, `PRICE ${key}`),
      JSON.stringify(things),
    );
    const text = named
      .replaceAll(this.slug, "SLUG")
      .replaceAll(/webhooks\/(apple|google)\/SLUG\/[\w-]+/g, "webhooks/$1/SLUG/SECRET")
      .replaceAll(/svc_[0-9a-f]{12}_/g, "svc_PROJECT_");
    return JSON.parse(text);
  }

  /** How often the project's settings or secrets were changed, by the audit log. */
  async updates(): Promise<number> {
    const { events } = await this.ask("AnalyticsService/ListRecentEvents", { pageSize: 200 });
    const kinds = (events as { kind: string }[]).map(({ kind }) => kind);
    return kinds.filter((kind) => kind === "admin.project_updated").length;
  }

  /** Everything that the server has written to disk. */
  *written(): Generator<string> {
    const data = readdirSync(this.cli.path("data"), { recursive: true, withFileTypes: true });
    for (const entry of data) {
      if (entry.isFile()) yield readFileSync(`${entry.parentPath}/${entry.name}`, "latin1");
    }
  }
}
