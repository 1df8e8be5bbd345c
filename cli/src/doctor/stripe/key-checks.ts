import { usageFailure } from "../../failure.ts";
import { readSecretFlag } from "../../prompt.ts";
import { providerOrigins } from "../../remote/provider-origins.ts";
import { type Check, checkOf } from "../check.ts";
import { clocks, type StoreKey, WAIT_MS } from "../store-key.ts";
import { triedCheck } from "../tried-check.ts";

/** The key of `--stripe-secret-key`, which needs no project. */
export const stripeKey: StoreKey = {
  async readKey(flags) {
    const key = ((await readSecretFlag(flags, "stripe-secret-key")) ?? "").trim();
    if (key === "") return undefined;
    if (!/^[sr]k_\w{8,}$/.test(key)) {
      throw usageFailure(
        "--stripe-secret-key is not a Stripe key",
        "it begins with sk_ or rk_; - reads it from standard input",
      );
    }
    return async () => [await tryKey(key)];
  },
};

async function tryKey(key: string): Promise<Check> {
  const { createStripe } = await import("@svc/server/stores/stripe");
  const client = createStripe({ origin: providerOrigins().stripe, ...clocks, waitMs: WAIT_MS });
  return triedCheck(checkOf("billing_stripe", "Stripe billing"), async () => {
    const { livemode, mayRefund } = await client.probe(key);
    const remark = mayRefund ? "" : "; it may not refund payments, which can be done in Stripe's dashboard";
    return `Stripe accepts the key, which is for ${livemode ? "live payments" : "tests"}${remark}`;
  });
}
