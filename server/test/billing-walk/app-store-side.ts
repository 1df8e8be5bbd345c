import { DAY_MS, MONTH_MS } from "../../src/testing/billing.ts";
import { type Dice, pick } from "../../src/testing/dice.ts";
import { newPurchaseKey } from "../../src/testing/stores/app-store.ts";
import { NOTIFICATION_SECRET } from "../../src/testing/stores/app-store-bench.ts";
import { type AppleSubscription, TEST_APP } from "../../src/testing/stores/app-store-records.ts";
import { storeFaults } from "../../src/testing/stores/store-fault.ts";
import {
  type Act,
  type Customer,
  type Line,
  NEW_LINE,
  type News,
  NOTHING,
  type Side,
  type Tier,
  worthOf,
} from "./model.ts";
import type { World } from "./world.ts";

type Thing = { sub: AppleSubscription; previous: Record<string, unknown> | undefined };
type AppleLine = Line<Thing>;

/** Apple's numbers. */
const [ACTIVE, EXPIRED, RETRY, GRACE, REVOKED] = [1, 2, 3, 4, 5];
const PRODUCTS: Readonly<Record<Tier, string>> = {
  pro: `${TEST_APP.bundleId}.pro_monthly`,
  team: `${TEST_APP.bundleId}.team_monthly`,
};
const RETRY_MS = 60 * DAY_MS;

export class AppStoreSide implements Side<Thing> {
  readonly store = "app_store";
  readonly isOneTime = false;
  readonly lines: AppleLine[] = [];
  readonly #world: World;
  #secret = NOTIFICATION_SECRET;

  constructor(world: World) {
    this.#world = world;
  }

  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const isShared = roll(8) === 0;
    const isRunning = this.lines.some(
      (line) =>
        line.customer === customer && line.thing.sub.status !== EXPIRED && line.thing.sub.status !== REVOKED,
    );
    if (isRunning) return undefined;
    const buyer = isShared || roll(4) === 0 ? undefined : customer.user;
    const sub = this.#world.appStore.buy({
      productId: PRODUCTS[this.#world.sells("team") ? pick(roll, ["pro", "team"] as const) : "pro"],
      isTrial: !isShared && roll(3) === 0,
      familyShared: isShared,
      ...(buyer && { accountToken: roll(2) === 0 ? buyer.accountToken.toUpperCase() : buyer.accountToken }),
    });
    const line: AppleLine = {
      ...NEW_LINE,
      name: `apple ${this.lines.length + 1}`,
      ...{ store: this.store, customer, buyer, isShared, thing: { sub, previous: undefined } },
    };
    this.lines.push(line);
    return [this.#news(line, "bought", this.#world.appStore.told.at(-1) ?? "")];
  }

  readonly acts: Readonly<Record<string, Act<Thing>>> = {
    cancel: (line) =>
      this.#if(line, [ACTIVE], (sub) => sub.autoRenewStatus === 1 && this.#world.appStore.cancel(sub)),
    uncancel: (line) =>
      this.#if(line, [ACTIVE], (sub) => sub.autoRenewStatus === 0 && this.#world.appStore.uncancel(sub)),
    upgrade: (line) =>
      this.#if(line, [ACTIVE], (sub) => {
        if (tierOf(sub) === "team" || line.isShared || !this.#world.sells("team")) return false;
        sub.isTrial = false;
        sub.autoRenewStatus = 1;
        return this.#world.appStore.upgrade(sub, PRODUCTS.team);
      }),
    downgrade: (line) =>
      this.#if(line, [ACTIVE], (sub) => {
        if (tierOf(sub) === "pro" || line.isShared) return false;
        sub.autoRenewProductId = PRODUCTS.pro;
        return this.#world.appStore.tell("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", sub);
      }),
    recover: (line) => this.#if(line, [RETRY, GRACE], (sub) => this.#renew(line, sub)),
    refund: (line) =>
      this.#if(
        line,
        [ACTIVE, GRACE],
        (sub) => !sub.isTrial && !line.isShared && this.#world.appStore.refund(sub),
      ),
    "refund of an earlier period": (line) =>
      this.#if(line, [ACTIVE], (sub) => {
        const { previous } = line.thing;
        if (!previous) return false;
        line.thing.previous = undefined;
        const { now, appStore } = this.#world;
        const refunded = { ...previous, revocationDate: now, revocationReason: 0, signedDate: now };
        const signedTransactionInfo = appStore.records.sign(refunded);
        return appStore.tell("REFUND", undefined, sub, { signedTransactionInfo });
      }),
    "refund reversed": (line) =>
      this.#if(line, [REVOKED], (sub) => {
        if (line.isShared || sub.expiresDate <= this.#world.now) return false;
        return this.#world.appStore.reverseRefund(sub);
      }),
    "leave the family": (line) =>
      this.#if(line, [ACTIVE], (sub) => {
        if (!line.isShared) return false;
        Object.assign(sub, { status: REVOKED, revocationDate: this.#world.now, revocationReason: 0 });
        return this.#world.appStore.tell("REVOKE", undefined, sub);
      }),
    "price increase accepted": (line) =>
      this.#if(line, [ACTIVE], (sub) => {
        sub.price = 12_990;
        return this.#world.appStore.tell("PRICE_INCREASE", "ACCEPTED", sub);
      }),
  };

  dueAt({ thing: { sub } }: AppleLine): number {
    if (sub.status === ACTIVE) return sub.expiresDate;
    if (sub.status === GRACE) return sub.gracePeriodExpiresDate ?? 0;
    return sub.status === RETRY ? sub.expiresDate + RETRY_MS : Number.POSITIVE_INFINITY;
  }

  due(line: AppleLine, roll: Dice): News[] {
    const { sub } = line.thing;
    const { appStore } = this.#world;
    const happens = (what: string, body: string) => [this.#news(line, what, body)];
    if (sub.status === RETRY) return happens("expires after the retries", appStore.expire(sub));
    if (sub.status === GRACE && roll(2) === 0) return happens("grace ends", appStore.endGrace(sub));
    if (sub.autoRenewStatus === 0) return happens("expires", appStore.expire(sub));
    if (sub.status === ACTIVE && roll(6) === 0)
      return happens("fails, grace begins", appStore.failToRenew(sub, { graceMs: 16 * DAY_MS }));
    if (sub.status === ACTIVE && roll(6) === 0) return happens("fails", appStore.failToRenew(sub));
    return happens("renews", this.#renew(line, sub));
  }

  worth({ thing: { sub } }: AppleLine) {
    const { now } = this.#world;
    if (sub.status === ACTIVE && now < sub.expiresDate) return worthOf(tierOf(sub));
    if (sub.status === GRACE && now < (sub.gracePeriodExpiresDate ?? 0)) return worthOf(tierOf(sub));
    return NOTHING;
  }

  consumable(): undefined {
    return undefined;
  }

  accountToken({ thing: { sub } }: AppleLine): string | undefined {
    return sub.accountToken?.toLowerCase();
  }

  proof({ thing: { sub } }: AppleLine) {
    return { store: this.store, value: this.#world.appStore.signedTransaction(sub) } as const;
  }

  setDown(isDown: boolean): void {
    this.#world.appStore.fault = isDown ? storeFaults["answers 503"] : undefined;
  }

  async rotateKeys(): Promise<void> {
    const { appStore, project, now } = this.#world;
    this.#secret = `${NOTIFICATION_SECRET}-${now}`;
    appStore.purchaseKey = newPurchaseKey();
    const { keyId, privateKey } = appStore.purchaseKey;
    await this.#world.change(
      { appStore: { ...project.settings.billing.appStore, keyId } },
      {
        "billing.app_store.notification_secret": this.#secret,
        "billing.app_store.private_key": privateKey,
      },
    );
  }

  problems(): string[] {
    return [];
  }

  #renew(line: AppleLine, sub: AppleSubscription): string {
    line.thing.previous = this.#world.appStore.records.transactionOf(sub);
    // What comes after a break begins anew.
    if (sub.status === RETRY) sub.expiresDate = this.#world.now;
    sub.periodMs = MONTH_MS;
    return this.#world.appStore.renew(sub);
  }

  #if(
    line: AppleLine,
    states: readonly (number | undefined)[],
    act: (sub: AppleSubscription) => string | false,
  ): News[] | undefined {
    const { sub } = line.thing;
    const body = states.includes(sub.status) && act(sub);
    return body ? [this.#news(line, "", body)] : undefined;
  }

  /** Sends a notification to where the server is now. */
  deliver(body: string): Promise<number> {
    const { appStore, project, t } = this.#world;
    appStore.webhooks.production = `${t.url}/webhooks/apple/${project.slug}/${this.#secret}`;
    return appStore.deliver("production", body);
  }

  #news(about: AppleLine, what: string, body: string): News {
    return { about, what, send: () => this.deliver(body) };
  }
}

function tierOf({ productId }: AppleSubscription): Tier {
  return productId === PRODUCTS.team ? "team" : "pro";
}
