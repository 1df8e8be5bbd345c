import type { StoreAnswer } from "../../../providers/ask-store.ts";
import type { Act } from "./billing-act.ts";
import { type GoogleClient, requireDone } from "./billing-play-client.ts";
import type { PriceList } from "./billing-play-prices.ts";

/** A base plan as Google has it; what svc does not know of it is sent back as it came. */
export type FoundPlan = Readonly<Record<string, unknown>> & {
  basePlanId?: string;
  state?: string;
  autoRenewingBasePlanType?: { billingPeriodDuration?: string };
  offerTags?: ReadonlyArray<{ tag?: string }>;
  regionalConfigs?: ReadonlyArray<{ regionCode?: string; newSubscriberAvailability?: boolean }>;
};

/** Does something at Google, or only says that it would. */
export type PlayAct = (what: string, perform: () => Promise<StoreAnswer>) => Promise<void>;

/** What Google does not do is never told as done. */
export function checking(act: Act): PlayAct {
  return (what, perform) => act(what, async () => requireDone(await perform(), what));
}

export type PlayWalk = Readonly<{
  client: GoogleClient;
  /** `com.example.app/subscriptions`. */
  base: string;
  packageName: string;
  pricesOf: PriceList;
  act: PlayAct;
}>;
