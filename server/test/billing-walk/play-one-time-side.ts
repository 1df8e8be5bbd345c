import type { Dice } from "../../src/testing/dice.ts";
import type { KeptOneTime } from "../../src/testing/stores/play-one-time.ts";
import { DAY_MS } from "../../src/testing/stores/play-purchases.ts";
import { oneTimeNotice, type PlayNotice, voidedNotice } from "../../src/testing/stores/play-push.ts";
import { PACKAGE } from "../../src/testing/stores/play-store.ts";
import {
  type Act,
  type Customer,
  type Line,
  NEW_LINE,
  type News,
  NOTHING,
  type Side,
  Violation,
  worthOf,
} from "./model.ts";
import type { PlaySide } from "./play-side.ts";
import type { World } from "./world.ts";

type PlayLine = Line<KeptOneTime>;

const [PURCHASED, CANCELED] = [1, 2];
const LASTING = "pro_lifetime";
/** A voided purchase is of a one-time product, and all of it. */
const [ONE_TIME, FULL] = [2, 1];
const ACKNOWLEDGE_WITHIN_MS = 3 * DAY_MS;

/** What customers buy once at Google Play. */
export class PlayOneTimeSide implements Side<KeptOneTime> {
  readonly store = "play_store";
  readonly isOneTime = true;
  readonly lines: PlayLine[] = [];
  readonly #world: World;
  readonly #subscriptions: PlaySide;

  constructor(world: World, subscriptions: PlaySide) {
    this.#world = world;
    this.#subscriptions = subscriptions;
  }

  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const productId = roll(3) === 0 ? LASTING : "coins_100";
    const isOwned = this.lines.some(
      (line) => line.customer === customer && line.thing.productId === productId && isOwnedAtPlay(line),
    );
    // Google does not sell it again before it is consumed.
    if (!this.#world.sellsOnce || isOwned) return undefined;
    const buyer = roll(4) === 0 ? undefined : customer.user;
    const thing = this.#world.play.oneTime.buy({
      ...{ productId, buyer: customer.name, isPending: roll(6) === 0 },
      quantity: productId === LASTING ? 1 : 1 + roll(3),
      ...(buyer && { accountToken: buyer.accountToken }),
    });
    const line: PlayLine = {
      ...NEW_LINE,
      name: `play once ${this.lines.length + 1}`,
      ...{ store: this.store, isOneTime: true, customer, buyer, thing },
    };
    this.lines.push(line);
    const what = `bought: ${productId}${stateOf(line) === "PENDING" ? ", not paid yet" : ""}`;
    return [this.#news(line, what, oneTimeNotice(PURCHASED, thing.token, productId))];
  }

  readonly acts: Readonly<Record<string, Act<KeptOneTime>>> = {
    refund: (line) => this.#refund(line, "refund"),
    "refund without taking it back": (line) => this.#refund(line, "refundOnly"),
    "payment in cash": (line, roll) => {
      if (stateOf(line) !== "PENDING") return undefined;
      const isPaid = roll(3) > 0;
      const { token, productId } = line.thing;
      this.#world.play.oneTime.finishPending(line.thing, isPaid);
      const notice = oneTimeNotice(isPaid ? PURCHASED : CANCELED, token, productId);
      return [this.#news(line, isPaid ? "is paid" : "is never paid", notice)];
    },
  };

  /** Google gives the money back for what nobody acknowledges. */
  dueAt(line: PlayLine): number {
    const { answer } = line.thing;
    const isWaiting = answer.acknowledgementState === "ACKNOWLEDGEMENT_STATE_PENDING" && isPaid(line);
    const paidAt = Date.parse(answer.purchaseCompletionTime ?? "");
    return isWaiting ? paidAt + ACKNOWLEDGE_WITHIN_MS : Number.POSITIVE_INFINITY;
  }

  due(line: PlayLine): News[] | undefined {
    if (line.owner && line.isKnown && !line.isUnsettled)
      throw new Violation(`${line.name} of ${line.owner.name} was not acknowledged within three days`);
    const [news] = this.#refund(line, "refund") ?? [];
    return news && [{ ...news, what: "is refunded, as nobody acknowledged it" }];
  }

  worth(line: PlayLine) {
    return line.thing.productId === LASTING && isPaid(line) ? worthOf("pro") : NOTHING;
  }

  consumable(line: PlayLine) {
    const { productId, token } = line.thing;
    return productId === LASTING ? undefined : { subjectKey: token, isPaid: isPaid(line) };
  }

  accountToken({ thing: { answer } }: PlayLine): string | undefined {
    return answer.obfuscatedExternalAccountId ?? undefined;
  }

  proof({ thing: { token } }: PlayLine) {
    const value = { packageName: PACKAGE, purchaseToken: token, oneTime: true };
    return { store: this.store, value } as const;
  }

  setDown(): void {}

  async rotateKeys(): Promise<void> {}

  problems(): string[] {
    const paid = this.lines.filter((line) => line.owner && isPaid(line));
    return paid.flatMap((line) => {
      const { acknowledgementState } = line.thing.answer;
      if (acknowledgementState !== "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED")
        return [`${line.name} is not acknowledged`];
      return line.claimId && !isConsumedAtPlay(line)
        ? [`Google does not know that ${line.name} is used up`]
        : [];
    });
  }

  #refund(line: PlayLine, act: "refund" | "refundOnly"): News[] | undefined {
    if (!isPaid(line)) return undefined;
    const { token, answer } = line.thing;
    this.#world.play.oneTime[act](line.thing);
    return [this.#news(line, "", voidedNotice(token, answer.orderId ?? "", FULL, ONE_TIME))];
  }

  #news(about: PlayLine, what: string, notice: PlayNotice): News {
    return { about, what, send: this.#subscriptions.sender(notice) };
  }
}

function stateOf({ thing }: PlayLine): string {
  return thing.answer.purchaseStateContext?.purchaseState ?? "";
}

function offerOf({ thing }: PlayLine) {
  return thing.answer.productLineItem?.[0]?.productOfferDetails;
}

function isConsumedAtPlay(line: PlayLine): boolean {
  return offerOf(line)?.consumptionState === "CONSUMPTION_STATE_CONSUMED";
}

function isOwnedAtPlay(line: PlayLine): boolean {
  return stateOf(line) !== "CANCELLED" && !isConsumedAtPlay(line);
}

/** And the money was not given back. */
function isPaid(line: PlayLine): boolean {
  return stateOf(line) === "PURCHASED" && offerOf(line)?.refundableQuantity !== 0;
}
