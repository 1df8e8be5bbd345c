import { type Dice, pick } from "../../src/testing/dice.ts";
import type { AppleOneTimePurchase } from "../../src/testing/stores/app-store-one-time.ts";
import type { AppStoreSide } from "./app-store-side.ts";
import {
  type Act,
  type Customer,
  type Line,
  NEW_LINE,
  type News,
  NOTHING,
  type Side,
  worthOf,
} from "./model.ts";
import type { World } from "./world.ts";

type AppleLine = Line<AppleOneTimePurchase>;

const LASTING = "Non-Consumable";

/** What customers buy once in the App Store. */
export class AppStoreOneTimeSide implements Side<AppleOneTimePurchase> {
  readonly store = "app_store";
  readonly isOneTime = true;
  readonly lines: AppleLine[] = [];
  readonly #world: World;
  readonly #subscriptions: AppStoreSide;

  constructor(world: World, subscriptions: AppStoreSide) {
    this.#world = world;
    this.#subscriptions = subscriptions;
  }

  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const { appStore, sellsOnce } = this.#world;
    const isLasting = roll(3) === 0;
    const isOwned = this.lines.some(
      ({ customer: owner, thing }) =>
        owner === customer && thing.type === LASTING && thing.revocationDate === undefined,
    );
    if (!sellsOnce || (isLasting && isOwned)) return undefined;
    const isShared = isLasting && roll(6) === 0;
    const buyer = isShared || roll(4) === 0 ? undefined : customer.user;
    const thing = appStore.oneTime.buy({
      ...(isLasting ? {} : { type: "Consumable", product: "coins_100", quantity: 1 + roll(3) }),
      familyShared: isShared,
      ...(buyer && { accountToken: pick(roll, [buyer.accountToken, buyer.accountToken.toUpperCase()]) }),
    });
    const line: AppleLine = {
      ...NEW_LINE,
      name: `apple once ${this.lines.length + 1}`,
      ...{ store: this.store, isOneTime: true, customer, buyer, isShared, thing },
    };
    this.lines.push(line);
    return [this.#news(line, `bought: ${thing.type}`, appStore.oneTime.charge(thing))];
  }

  readonly acts: Readonly<Record<string, Act<AppleOneTimePurchase>>> = {
    refund: (line) => this.#if(line, !line.isShared && isPaid(line), "refund"),
    "refund reversed": (line) => this.#if(line, !line.isShared && !isPaid(line), "reverseRefund"),
    "leave the family": (line) => this.#if(line, line.isShared && isPaid(line), "revoke"),
  };

  dueAt(): number {
    return Number.POSITIVE_INFINITY;
  }

  due(): undefined {
    return undefined;
  }

  worth(line: AppleLine) {
    return line.thing.type === LASTING && isPaid(line) ? worthOf("pro") : NOTHING;
  }

  consumable(line: AppleLine) {
    const { type, originalTransactionId } = line.thing;
    return type === LASTING ? undefined : { subjectKey: originalTransactionId, isPaid: isPaid(line) };
  }

  accountToken({ thing }: AppleLine): string | undefined {
    return thing.accountToken?.toLowerCase();
  }

  /** On another device what lasts comes under another transaction id. */
  proof({ thing }: AppleLine) {
    const { oneTime } = this.#world.appStore;
    const value = thing.type === LASTING ? oneTime.restore(thing) : oneTime.signedTransaction(thing);
    return { store: this.store, value } as const;
  }

  setDown(): void {}

  async rotateKeys(): Promise<void> {}

  problems(): string[] {
    return [];
  }

  #if(line: AppleLine, canHappen: boolean, act: "refund" | "reverseRefund" | "revoke"): News[] | undefined {
    return canHappen ? [this.#news(line, "", this.#world.appStore.oneTime[act](line.thing))] : undefined;
  }

  #news(about: AppleLine, what: string, body: string): News {
    return { about, what, send: () => this.#subscriptions.deliver(body) };
  }
}

function isPaid({ thing }: AppleLine): boolean {
  return thing.revocationDate === undefined;
}
