import type { StoreAnswer } from "@svc/server/providers";
import type { Difference, Walk } from "../billing-walk.ts";
import type { StepRunner } from "../step-runner.ts";
import { type GoogleClient, requireDone } from "./google-client.ts";
import type { PriceList } from "./prices.ts";

type FoundPrice = Readonly<{ currencyCode?: string; units?: string; nanos?: number }>;

/** A base plan as Google has it; what svc does not know of it is sent back as it came. */
export type FoundPlan = Readonly<Record<string, unknown>> & {
  basePlanId?: string;
  state?: string;
  autoRenewingBasePlanType?: { billingPeriodDuration?: string; gracePeriodDuration?: string };
  offerTags?: ReadonlyArray<{ tag?: string }>;
  regionalConfigs?: ReadonlyArray<{
    regionCode?: string;
    newSubscriberAvailability?: boolean;
    price?: FoundPrice;
  }>;
};

/** Does something at Google, or only says that it would. */
export type PlayStepRunner = (what: string, perform: () => Promise<StoreAnswer>) => Promise<void>;

/** What Google does not do is never told as done. */
export function checking(act: StepRunner): PlayStepRunner {
  return (what, perform) => act(what, async () => requireDone(await perform(), what));
}

export type PlayWalk = Readonly<{
  client: GoogleClient;
  /** `com.example.app/subscriptions`. */
  base: string;
  packageName: string;
  pricesOf: PriceList;
  act: PlayStepRunner;
  adopt: Walk["adopt"];
  replace: (difference: Difference, perform: () => Promise<StoreAnswer>) => Promise<boolean>;
}>;

export function playWalk(
  client: GoogleClient,
  packageName: string,
  pricesOf: PriceList,
  { act, adopt, replace }: Walk,
): PlayWalk {
  return {
    client,
    base: `${encodeURIComponent(packageName)}/subscriptions`,
    packageName,
    pricesOf,
    act: checking(act),
    adopt,
    replace: (difference, perform) =>
      replace(difference, async () => requireDone(await perform(), difference.replacement)),
  };
}
