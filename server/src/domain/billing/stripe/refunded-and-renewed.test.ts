import { expect, test } from "vitest";
import { billingOf, DAY_MS, MONTH_MS } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { StripeBench } from "../../../testing/stores/stripe-bench.ts";
import { entitlementsOf } from "../entitlements-of.ts";
import { reconcile } from "../reconcile.ts";

test.each(engines)(
  "on $kind, a refunded subscription that Stripe charges again gives access again, though nobody told",
  async (engine) => {
    const b = await StripeBench.open(engine);
    try {
      const project = await b.addProject();
      b.addPrice(project);
      const guest = await b.t.auth(project).signInAnonymously({});
      const wish = {
        productId: "pro_monthly",
        successUrl: "https://app.example.com/",
        cancelUrl: "https://app.example.com/",
      };
      await billingOf(b.t, project, guest).createCheckoutSession(wish);
      const bought = await b.pay(project);
      const [payment] = b.store.shop.payments;
      if (!payment) throw new Error("nothing was paid");
      payment.refunded = true;
      b.t.advance(1000);
      await b.tell(project, "charge.refunded", { object: "charge", payment_intent: payment.intent });
      expect(await b.active(project, guest)).toEqual([]);

      b.t.advance(MONTH_MS);
      b.store.shop.renew(bought);
      b.t.advance(DAY_MS);
      await reconcile(b.t.app, { hasJustStarted: false });
      const held = await entitlementsOf(b.t.app, project, guest.user?.id ?? "");
      expect(held).toMatchObject([{ id: "pro", active: true }, { id: "team" }]);
    } finally {
      await b.close();
    }
  },
);
