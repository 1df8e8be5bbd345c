import { systemActor } from "../../domain/analytics/record-event.ts";
import { type BillingSettings, defaultBilling } from "../../domain/billing/billing-settings.ts";
import type { CatalogProduct } from "../../domain/billing/catalog.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import type { Engine } from "../engines.ts";
import { TestApp, type TestAppOptions } from "../test-app.ts";
import { PUSH_ACCOUNT } from "./play-push.ts";
import { PACKAGE, PlayStore } from "./play-store.ts";

export const RTDN_SECRET = "an-unguessable-part-of-the-address";

const product = (id: string, period: CatalogProduct["period"], amount: string): CatalogProduct => ({
  id,
  period,
  price: { currency: "USD", amount },
  trial: "",
  appStoreProductId: "",
  playStoreProductId: "",
  playStoreBasePlanId: "",
  stripeLookupKey: "",
  stripeProductId: "",
  retired: false,
});

/** Two tiers with one entitlement each. */
export const PLAY_BILLING: BillingSettings = {
  ...defaultBilling,
  enabled: true,
  playStore: {
    packageName: PACKAGE,
    cloudProject: "svc-demo",
    pubsubTopic: "projects/svc-demo/topics/play",
    pubsubServiceAccount: PUSH_ACCOUNT,
  },
  entitlements: [
    { id: "pro", name: "Pro" },
    { id: "team", name: "Team" },
  ],
  tiers: [
    {
      id: "pro",
      name: "Pro",
      rank: 1,
      entitlements: ["pro"],
      products: [product("pro_monthly", "P1M", "9.99"), product("pro_yearly", "P1Y", "79.99")],
    },
    {
      id: "team",
      name: "Team",
      rank: 2,
      entitlements: ["team"],
      products: [product("team_monthly", "P1M", "19.99")],
    },
  ],
};

/** A server, Google Play, and a project that sells there. */
export class PlayBench {
  readonly t: TestApp;
  readonly play: PlayStore;

  private constructor(t: TestApp, play: PlayStore) {
    this.t = t;
    this.play = play;
    play.clock = t.app.clock;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<PlayBench> {
    const play = await PlayStore.open();
    return new PlayBench(await TestApp.open(engine, { stores: { playStore: play.url }, ...options }), play);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.play.close();
  }

  async addProject(billing: Partial<BillingSettings> = {}, name = "Demo"): Promise<Project> {
    return (await this.sell(billing, name)).project;
  }

  /** With the key of its backend. */
  async sell(
    billing: Partial<BillingSettings> = {},
    name = "Demo",
  ): Promise<{ project: Project; secretKey: string }> {
    const { project, secretKey } = await this.t.addProject(name, { allowAnonymousSignIn: true });
    const selling = await updateProject(this.t.app, systemActor, project.id, {
      settings: { billing: { ...PLAY_BILLING, ...billing } },
      secrets: new Map([
        ["billing.play_store.service_account", this.play.serviceAccount()],
        ["billing.play_store.rtdn_secret", RTDN_SECRET],
      ]),
    });
    return { project: selling, secretKey };
  }

  /** Where Google pushes to. */
  webhook({ slug }: Project): string {
    return `${this.t.url}/webhooks/google/${slug}/${RTDN_SECRET}`;
  }
}
