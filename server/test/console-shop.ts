import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, expect } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { processInbox } from "../src/domain/billing/process-inbox.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { adminBilling, billingOf } from "../src/testing/billing.ts";
import { PLAY_BILLING, RTDN_SECRET } from "../src/testing/stores/play-bench.ts";
import type { Bought, KeptPurchase } from "../src/testing/stores/play-purchases.ts";
import { subscriptionNotice } from "../src/testing/stores/play-push.ts";
import { PlayStore } from "../src/testing/stores/play-store.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const RENEWED = 2;

/** The console of a server that sells in Google Play, which is a stand-in. */
export function useShop(): () => Promise<Shop> {
  let play: PlayStore | undefined;
  beforeEach(async () => {
    play = await PlayStore.open();
  });
  const current = useConsole(() => ({ stores: { playStore: play?.url ?? "" } }));
  afterEach(() => play?.close());
  return () => Shop.open(current(), play ?? expect.fail());
}

export class Shop {
  readonly c: ConsolePage;
  readonly play: PlayStore;
  readonly project: Project;
  readonly admin: ReturnType<typeof adminBilling>;

  private constructor(c: ConsolePage, play: PlayStore, project: Project, token: string) {
    this.c = c;
    this.play = play;
    this.project = project;
    this.admin = adminBilling(c.t, token);
  }

  static async open(c: ConsolePage, play: PlayStore): Promise<Shop> {
    play.clock = c.t.app.clock;
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", { allowAnonymousSignIn: true });
    const selling = await updateProject(c.t.app, systemActor, project.id, {
      settings: { billing: PLAY_BILLING },
      secrets: new Map([
        ["billing.play_store.service_account", play.serviceAccount()],
        ["billing.play_store.rtdn_secret", RTDN_SECRET],
      ]),
    });
    const shop = new Shop(c, play, selling, token);
    await shop.now();
    return shop;
  }

  /** The browser's clock follows the server's; a session of before may have ended. */
  async now(): Promise<void> {
    await this.c.page.clock.setFixedTime(this.c.t.app.clock());
    await this.c.signIn();
  }

  user(email: string): Promise<TokenResponse> {
    return this.c.t.addUser(this.project, email, "correct horse battery");
  }

  /** Somebody buys; Google knows, and nobody has told us yet. */
  async buy(user: TokenResponse, bought: Bought = {}): Promise<KeptPurchase> {
    const { purchaseAccountToken } = await billingOf(this.c.t, this.project, user).getBillingAccount({});
    return this.play.purchases.buy({ ...bought, accountToken: purchaseAccountToken });
  }

  /** Google tells of it. */
  async tell(purchase: KeptPurchase): Promise<void> {
    const address = `${this.c.t.url}/webhooks/google/${this.project.slug}/${RTDN_SECRET}`;
    expect(await this.play.deliver(subscriptionNotice(RENEWED, purchase.token), address)).toBe(200);
  }

  work = () => processInbox(this.c.t.app);

  async sell(user: TokenResponse, bought: Bought = {}): Promise<KeptPurchase> {
    const purchase = await this.buy(user, bought);
    await this.tell(purchase);
    await this.work();
    return purchase;
  }

  async active(user: TokenResponse): Promise<string[]> {
    const { entitlements } = await this.admin.getUserEntitlements({
      project: this.project.slug,
      userId: user.user?.id ?? "",
    });
    return entitlements.filter((one) => one.active).map(({ id }) => id);
  }
}
