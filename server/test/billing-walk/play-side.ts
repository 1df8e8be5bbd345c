import { DAY_MS } from "../../src/testing/billing.ts";
import { type Dice, pick } from "../../src/testing/dice.ts";
import { RTDN_SECRET } from "../../src/testing/stores/play-bench.ts";
import type { Bought, KeptPurchase } from "../../src/testing/stores/play-purchases.ts";
import { type PlayNotice, subscriptionNotice, voidedNotice } from "../../src/testing/stores/play-push.ts";
import { PACKAGE } from "../../src/testing/stores/play-store.ts";
import { storeFaults } from "../../src/testing/stores/store-fault.ts";
import { newRsaKey } from "../../src/testing/token-issuer.ts";
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

type PlayLine = Line<KeptPurchase>;

const [RECOVERED, RENEWED, CANCELED, PURCHASED, ON_HOLD, IN_GRACE, RESTARTED, PAUSED, REVOKED, EXPIRED] = [
  1, 2, 3, 4, 5, 6, 7, 10, 12, 13,
];
const PENDING_CANCELED = 20;
const HOLD_MS = 30 * DAY_MS;
const OVER = ["EXPIRED", "PENDING_PURCHASE_CANCELED"];
/** For all walks: making one takes long. */
const PUSH_KEYS = [newRsaKey(), newRsaKey()];

export class PlaySide implements Side<KeptPurchase> {
  readonly store = "play_store";
  readonly isOneTime = false;
  readonly lines: PlayLine[] = [];
  readonly #world: World;
  #messages = 0;
  #rotations = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const isRunning = this.lines.some((line) => line.customer === customer && !OVER.includes(stateOf(line)));
    if (isRunning) return undefined;
    const bought = { isTrial: roll(3) === 0, isPending: roll(8) === 0 };
    return this.#buy(
      customer,
      roll,
      { ...this.#basket(roll, this.#world.sells("team") ? pick(roll, ["pro", "team"]) : "pro"), ...bought },
      "bought",
    );
  }

  /** Sometimes with another tier as an add-on. */
  #basket(roll: Dice, productId: Tier): Pick<Bought, "productId" | "addOns"> {
    const other = productId === "pro" ? "team" : "pro";
    return this.#world.sells(other) && roll(3) === 0 ? { productId, addOns: [other] } : { productId };
  }

  #buy(customer: Customer, roll: Dice, bought: Bought, what: string, replaces?: PlayLine): News[] {
    const buyer = roll(4) === 0 ? undefined : customer.user;
    const thing = this.#world.play.purchases.buy({
      ...bought,
      ...(buyer && { accountToken: buyer.accountToken }),
    });
    const line: PlayLine = {
      ...NEW_LINE,
      name: `play ${this.lines.length + 1}`,
      ...{ store: this.store, customer, buyer, thing, replaces },
    };
    this.lines.push(line);
    const items = [bought.productId, ...(bought.addOns ?? [])].join(" with ");
    return [this.#news(line, `${what}: ${items}`, subscriptionNotice(PURCHASED, thing.token))];
  }

  readonly acts: Readonly<Record<string, Act<KeptPurchase>>> = {
    cancel: (line) => this.#if(line, ["ACTIVE"], "cancel", CANCELED),
    uncancel: (line) => this.#if(line, ["CANCELED"], "restart", RESTARTED),
    pause: (line) => this.#if(line, ["ACTIVE"], "pause", PAUSED),
    resume: (line) => this.#if(line, ["PAUSED"], "renew", RECOVERED),
    recover: (line) => this.#if(line, ["IN_GRACE_PERIOD", "ON_HOLD"], "renew", RECOVERED),
    revoke: (line) => this.#if(line, ["ACTIVE", "CANCELED", "IN_GRACE_PERIOD"], "expire", REVOKED),
    upgrade: (line, roll) => this.#change(line, roll, "team"),
    downgrade: (line, roll) => this.#change(line, roll, "pro"),
    refund: (line) => {
      const { orders } = line.thing;
      if (!["ACTIVE", "CANCELED"].includes(stateOf(line)) || orders.length === 0) return undefined;
      return this.#refund(line, orders.at(-1) ?? "");
    },
    "refund of an earlier period": (line) => {
      const { orders } = line.thing;
      if (stateOf(line) !== "ACTIVE" || orders.length < 2) return undefined;
      return this.#refund(line, orders[0] ?? "");
    },
    "refund of one item": (line, roll) => {
      const { lineItems = [] } = line.thing.answer;
      if (stateOf(line) !== "ACTIVE" || lineItems.filter(goesOn).length < 2) return undefined;
      const productId = pick(roll, lineItems).productId ?? "";
      const orderId = this.#world.play.purchases.revokeItem(line.thing, productId);
      return [this.#news(line, productId, voidedNotice(line.thing.token, orderId))];
    },
    "payment in cash": (line, roll) =>
      stateOf(line) === "PENDING" ? this.#finishPending(line, roll(3) > 0) : undefined,
    "price change confirmed": (line) =>
      stateOf(line) === "ACTIVE"
        ? [this.#news(line, "", subscriptionNotice(8, line.thing.token))]
        : undefined,
  };

  dueAt({ thing: { answer } }: PlayLine): number {
    const expiresAt = Date.parse(answer.lineItems?.find(goesOn)?.expiryTime ?? "") || 0;
    switch (answer.subscriptionState) {
      case "SUBSCRIPTION_STATE_ACTIVE":
      case "SUBSCRIPTION_STATE_CANCELED":
      case "SUBSCRIPTION_STATE_IN_GRACE_PERIOD":
        return expiresAt;
      case "SUBSCRIPTION_STATE_ON_HOLD":
        return expiresAt + HOLD_MS;
      case "SUBSCRIPTION_STATE_PAUSED":
        return Date.parse(answer.pausedStateContext?.autoResumeTime ?? "");
      default:
        return Number.POSITIVE_INFINITY;
    }
  }

  due(line: PlayLine, roll: Dice): News[] {
    const state = stateOf(line);
    const happens = (what: string, act: Plain, notice: number) => {
      this.#world.play.purchases[act](line.thing);
      return [this.#news(line, what, subscriptionNotice(notice, line.thing.token))];
    };
    if (state === "ON_HOLD") return happens("expires after the hold", "expire", EXPIRED);
    if (state === "CANCELED") return happens("expires", "expire", EXPIRED);
    if (state === "PAUSED") return happens("resumes", "renew", RECOVERED);
    if (state === "IN_GRACE_PERIOD" && roll(2) === 0)
      return happens("grace ends, hold begins", "hold", ON_HOLD);
    if (state === "ACTIVE" && roll(6) === 0) return happens("fails, grace begins", "grace", IN_GRACE);
    if (state === "ACTIVE" && roll(6) === 0) return happens("fails, hold begins", "hold", ON_HOLD);
    return happens("renews", "renew", RENEWED);
  }

  worth({ thing: { answer }, isReplaced }: PlayLine) {
    const running = (answer.lineItems ?? []).filter(
      ({ expiryTime }) => Date.parse(expiryTime ?? "") > this.#world.now,
    );
    const tier = (["team", "pro"] as const).find((id) => running.some(({ productId }) => productId === id));
    const state = answer.subscriptionState?.replace("SUBSCRIPTION_STATE_", "") ?? "";
    const isPaid = ["ACTIVE", "CANCELED", "IN_GRACE_PERIOD"].includes(state);
    return isPaid && !isReplaced ? worthOf(tier) : NOTHING;
  }

  consumable(): undefined {
    return undefined;
  }

  accountToken({ thing: { answer } }: PlayLine): string | undefined {
    return answer.externalAccountIdentifiers?.obfuscatedExternalAccountId ?? undefined;
  }

  proof({ thing: { token } }: PlayLine) {
    const value = { packageName: PACKAGE, purchaseToken: token, oneTime: false };
    return { store: this.store, value } as const;
  }

  setDown(isDown: boolean): void {
    this.#world.play.fault = isDown ? storeFaults["answers 500"] : undefined;
  }

  async rotateKeys(): Promise<void> {
    const { play, now } = this.#world;
    this.#rotations += 1;
    play.pushKey = PUSH_KEYS[this.#rotations % PUSH_KEYS.length] ?? play.pushKey;
    play.kid = `push-key-${now}`;
    play.tokens.rotateKey();
    await this.#world.change({}, { "billing.play_store.service_account": play.serviceAccount() });
  }

  /** Google gives the money back for what nobody acknowledges. */
  problems(): string[] {
    return this.lines
      .filter((line) => line.owner && !OVER.includes(stateOf(line)) && stateOf(line) !== "PENDING")
      .filter(({ thing }) => thing.answer.acknowledgementState !== "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED")
      .map(({ name }) => `${name} is not acknowledged`);
  }

  /** A payment in cash comes, or never. */
  #finishPending(line: PlayLine, isPaid: boolean): News[] {
    this.#world.play.purchases.finishPending(line.thing, isPaid);
    const notice = subscriptionNotice(isPaid ? PURCHASED : PENDING_CANCELED, line.thing.token);
    return [this.#news(line, isPaid ? "is paid" : "is never paid", notice)];
  }

  #change(line: PlayLine, roll: Dice, to: Tier): News[] | undefined {
    const { lineItems = [] } = line.thing.answer;
    const isSame = lineItems.length === 1 && lineItems[0]?.productId === to;
    if (!["ACTIVE", "CANCELED"].includes(stateOf(line)) || isSame || !this.#world.sells(to)) return undefined;
    const news = this.#buy(
      line.customer,
      roll,
      { ...this.#basket(roll, to), upgrades: line.thing.token },
      `replaces ${line.name}`,
      line,
    );
    line.isReplaced = true;
    return news;
  }

  #refund(line: PlayLine, orderId: string): News[] {
    this.#world.play.purchases.refund(line.thing, orderId);
    return [this.#news(line, orderId, voidedNotice(line.thing.token, orderId))];
  }

  #if(line: PlayLine, states: readonly string[], act: Plain, notice: number | undefined): News[] | undefined {
    if (!states.includes(stateOf(line))) return undefined;
    this.#world.play.purchases[act](line.thing);
    return [this.#news(line, "", subscriptionNotice(notice ?? 0, line.thing.token))];
  }

  /** Sends a notification to where the server is now, each time under the same id. */
  sender(notice: PlayNotice): () => Promise<number> {
    const messageId = String(this.#world.now * 1000 + this.#messages++);
    return () => {
      const { t, project, play } = this.#world;
      return play.deliver(notice, `${t.url}/webhooks/google/${project.slug}/${RTDN_SECRET}`, messageId);
    };
  }

  #news(about: PlayLine, what: string, notice: PlayNotice): News {
    return { about, what, send: this.sender(notice) };
  }
}

type Plain = "cancel" | "restart" | "pause" | "renew" | "expire" | "grace" | "hold";

/** It was not taken back. */
function goesOn({ autoRenewingPlan }: { autoRenewingPlan?: { recurringPrice?: object } }): boolean {
  return autoRenewingPlan?.recurringPrice !== undefined;
}

function stateOf({ thing }: PlayLine): string {
  return thing.answer.subscriptionState?.replace("SUBSCRIPTION_STATE_", "") ?? "";
}
