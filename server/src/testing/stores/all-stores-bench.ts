import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { BillingSettings } from "../../domain/billing/billing-settings.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { updateUser } from "../../storage/users.ts";
import { adminBilling, billingOf } from "../billing.ts";
import type { Engine } from "../engines.ts";
import { TestApp } from "../test-app.ts";
import { AppStoreStandIn, PURCHASE_KEY } from "./app-store.ts";
import { APP_STORE_BILLING, NOTIFICATION_SECRET } from "./app-store-bench.ts";
import { PLAY_BILLING, RTDN_SECRET } from "./play-bench.ts";
import { PlayStore } from "./play-store.ts";
import { STRIPE_KEY, StripeStore } from "./stripe.ts";
import { secretOf } from "./stripe-bench.ts";

const BILLING: BillingSettings = {
  ...PLAY_BILLING,
  appStore: APP_STORE_BILLING.appStore,
  stripe: { ...PLAY_BILLING.stripe, enabled: true },
};

/** A server, all three stores, and a project that sells its tiers in each. */
export class AllStoresBench {
  readonly t: TestApp;
  readonly apple: AppStoreStandIn;
  readonly play: PlayStore;
  readonly stripe: StripeStore;
  readonly project: Project;
  /** The token of an administrator. */
  readonly token: string;
  readonly admin: ReturnType<typeof adminBilling>;

  private constructor(
    { t, project, token }: { t: TestApp; project: Project; token: string },
    { apple, play, stripe }: { apple: AppStoreStandIn; play: PlayStore; stripe: StripeStore },
  ) {
    Object.assign(play, { clock: t.app.clock });
    Object.assign(stripe, { clock: t.app.clock });
    this.t = t;
    this.project = project;
    this.token = token;
    this.admin = adminBilling(t, token);
    this.apple = apple;
    this.play = play;
    this.stripe = stripe;
  }

  static async open(engine: Engine): Promise<AllStoresBench> {
    let clock = (): number => 0;
    const apple = await AppStoreStandIn.open(() => clock());
    const [play, stripe] = [await PlayStore.open(), await StripeStore.open()];
    const origins = { appStore: apple.origin, appStoreRoot: apple.rootFile, playStore: play.url };
    const t = await TestApp.open(engine, { stores: { ...origins, stripe: stripe.url } });
    clock = t.app.clock;
    const { project } = await t.addProject("Demo", { allowAnonymousSignIn: true });
    const selling = await updateProject(t.app, systemActor, project.id, {
      settings: { billing: BILLING },
      secrets: new Map([
        ["billing.app_store.private_key", PURCHASE_KEY.privateKey],
        ["billing.app_store.notification_secret", NOTIFICATION_SECRET],
        ["billing.play_store.service_account", play.serviceAccount()],
        ["billing.play_store.rtdn_secret", RTDN_SECRET],
        ["billing.stripe.secret_key", STRIPE_KEY],
        ["billing.stripe.webhook_secret", secretOf(project)],
      ]),
    });
    const { token } = await t.addAdmin();
    return new AllStoresBench({ t, project: selling, token }, { apple, play, stripe });
  }

  async close(): Promise<void> {
    await this.t.close();
    await Promise.all([this.apple.close(), this.play.close(), this.stripe.close()]);
  }

  async addUser(email: string, isVerified = true): Promise<TokenResponse & { id: string }> {
    const tokens = await this.t.addUser(this.project, email, "correct horse battery");
    const id = tokens.user?.id ?? "";
    if (isVerified)
      await updateUser(this.t.app.db, this.project.id, id, { emailVerifiedAt: this.t.app.clock() });
    return { ...tokens, id };
  }

  /** Ids of the entitlements that the user has now. */
  async active(tokens: TokenResponse): Promise<string[]> {
    const { entitlements } = await billingOf(this.t, this.project, tokens).listEntitlements({});
    return entitlements.filter((one) => one.active).map(({ id }) => id);
  }

  /** A subscription at Stripe that another system made: nothing in it names an account. */
  stripeSubscription(tier = "pro"): { id: string; customer: string; metadata: Record<string, string> } {
    const { shop } = this.stripe;
    const bought = shop.subscribe("", shop.addPrice(`svc:${this.project.slug}:${tier}:p1m:usd`));
    bought.metadata = { plan: "from before" };
    return bought as typeof bought & { metadata: Record<string, string> };
  }
}
