import { Code, ConnectError } from "@connectrpc/connect";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { billingAccountOf } from "../../src/domain/billing/billing-account.ts";
import { type BillingSettings, defaultBilling } from "../../src/domain/billing/billing-settings.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import type { SignedIn } from "../../src/domain/sessions/user-of-token.ts";
import { findUser } from "../../src/storage/users.ts";
import { SELLING } from "../../src/testing/billing.ts";
import type { Engine } from "../../src/testing/engines.ts";
import { coins, lifetime } from "../../src/testing/one-time.ts";
import { AppStoreStandIn, PURCHASE_KEY } from "../../src/testing/stores/app-store.ts";
import { APP_STORE_BILLING, NOTIFICATION_SECRET } from "../../src/testing/stores/app-store-bench.ts";
import { PLAY_BILLING, RTDN_SECRET } from "../../src/testing/stores/play-bench.ts";
import { PlayStore } from "../../src/testing/stores/play-store.ts";
import { STRIPE_KEY, StripeStore } from "../../src/testing/stores/stripe.ts";
import { secretOf } from "../../src/testing/stores/stripe-bench.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import type { AppUser, Tier } from "./model.ts";

const START = Date.parse("2030-01-01T00:00:00Z");

const ONE_TIME = [lifetime, coins];
const PASSWORD = "correct horse battery";

/** A server with a project that sells the same two tiers and one-time products in all three stores. */
export class World {
  readonly appStore: AppStoreStandIn;
  readonly play: PlayStore;
  readonly stripe: StripeStore;
  project: Project;
  t: TestApp;
  readonly #engine: Engine;
  readonly users: AppUser[] = [];
  #team: "sold" | "retired" | "removed" = "sold";
  /** Whether apps offer one-time products. */
  sellsOnce = true;

  private constructor(engine: Engine, t: TestApp, project: Project, stores: Stores) {
    this.#engine = engine;
    this.t = t;
    this.project = project;
    this.appStore = stores.appStore;
    this.play = stores.play;
    this.stripe = stores.stripe;
    stores.clock.read = () => this.now;
  }

  static async open(engine: Engine, changes: Partial<BillingSettings>): Promise<World> {
    const stores = await openStores();
    const t = await TestApp.open(engine, options(stores, START));
    const { project } = await t.addProject("Walk", {
      allowAnonymousSignIn: true,
      redirectOrigins: ["https://app.example.com"],
    });
    const billing: BillingSettings = {
      ...SELLING,
      appStore: APP_STORE_BILLING.appStore,
      playStore: PLAY_BILLING.playStore,
      stripe: { ...defaultBilling.stripe, enabled: true },
      oneTimeProducts: ONE_TIME,
      ...changes,
    };
    const selling = await updateProject(t.app, systemActor, project.id, {
      settings: { billing },
      secrets: new Map([
        ["billing.app_store.private_key", PURCHASE_KEY.privateKey],
        ["billing.app_store.notification_secret", NOTIFICATION_SECRET],
        ["billing.play_store.service_account", stores.play.serviceAccount()],
        ["billing.play_store.rtdn_secret", RTDN_SECRET],
        ["billing.stripe.secret_key", STRIPE_KEY],
        ["billing.stripe.webhook_secret", secretOf(project)],
      ]),
    });
    return new World(engine, t, selling, stores);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.appStore.close();
    await this.play.close();
    await this.stripe.close();
  }

  get now(): number {
    return this.t.app.clock();
  }

  /** The server ends and starts again on the same data, under another port. */
  async restart(): Promise<void> {
    const { database } = this.t;
    await this.t.close();
    this.t = await TestApp.open(this.#engine, { ...options(this, this.now), database });
  }

  async change(changes: Partial<BillingSettings>, secrets: Record<string, string> = {}): Promise<void> {
    const billing = { ...this.project.settings.billing, ...changes };
    this.project = await updateProject(this.t.app, systemActor, this.project.id, {
      settings: { billing },
      secrets: new Map(Object.entries(secrets)) as never,
    });
  }

  /** Whether apps offer the tier. */
  sells(tier: Tier): boolean {
    return tier === "pro" || this.#team === "sold";
  }

  async sellTeam(team: "sold" | "retired" | "removed"): Promise<void> {
    const tiers = SELLING.tiers.map((tier) => {
      if (tier.id !== "team") return tier;
      const [product] = tier.products;
      if (!product) throw new Error("the tier has no product");
      const other = { ...product, id: "team_yearly", period: "P1Y" as const };
      return {
        ...tier,
        products: team === "removed" ? [other] : [{ ...product, retired: team === "retired" }],
      };
    });
    await this.change({ tiers });
    this.#team = team;
  }

  async sellOnce(isSold: boolean): Promise<void> {
    await this.change({ oneTimeProducts: ONE_TIME.map((product) => ({ ...product, retired: !isSold })) });
    this.sellsOnce = isSold;
  }

  /** A user as the server's own methods take whoever has signed in. */
  async signedIn({ id }: AppUser): Promise<SignedIn> {
    const user = await findUser(this.t.app.db, this.project.id, id);
    if (!user) throw new Error("signed in as nobody");
    return { user } as SignedIn;
  }

  async addUser(isGuest: boolean): Promise<AppUser> {
    const number = this.users.length + 1;
    const name = `${isGuest ? "guest" : "user"} ${number}`;
    const tokens = isGuest
      ? await this.t.auth(this.project).signInAnonymously({})
      : await this.t.addUser(this.project, `user-${number}@example.com`, PASSWORD);
    const { refreshToken } = tokens;
    const id = tokens.user?.id ?? "";
    const { purchaseToken: accountToken } = await billingAccountOf(this.t.app, this.project, id);
    const user = { id, name, accountToken, refreshToken, isGuest, isDeleted: false };
    this.users.push(user);
    return user;
  }

  /** Returns whether the guest could: whoever was signed out or away for too long is not let in. */
  async makePermanent(guest: AppUser): Promise<boolean> {
    const auth = this.t.auth(this.project);
    const tokens = await auth.refreshToken({ refreshToken: guest.refreshToken }).catch((error: unknown) => {
      if (error instanceof ConnectError && error.code === Code.Unauthenticated) return undefined;
      throw error;
    });
    if (!tokens) return false;
    const email = `guest-${this.users.indexOf(guest)}@example.com`;
    const linked = await this.t
      .auth(this.project, tokens.accessToken)
      .linkPassword({ email, password: PASSWORD });
    guest.refreshToken = linked.refreshToken;
    guest.isGuest = false;
    return true;
  }
}

type Stores = Pick<World, "appStore" | "play" | "stripe"> & { clock: { read: () => number } };

async function openStores(): Promise<Stores> {
  const clock = { read: () => START };
  const [appStore, play, stripe] = [
    await AppStoreStandIn.open(() => clock.read()),
    await PlayStore.open(),
    await StripeStore.open(),
  ];
  play.clock = () => clock.read();
  stripe.clock = () => clock.read();
  return { appStore, play, stripe, clock };
}

function options({ appStore, play, stripe }: Pick<World, "appStore" | "play" | "stripe">, now: number) {
  const stores = {
    appStore: appStore.origin,
    appStoreRoot: appStore.rootFile,
    playStore: play.url,
    stripe: stripe.url,
  };
  return { stores, rateLimits: "off" as const, now };
}
