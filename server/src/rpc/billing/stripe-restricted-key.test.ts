import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { adapterOf } from "../../domain/billing/store-adapter.ts";
import { storeStatus } from "../../domain/billing/store-status.ts";
import { cancelDueAtStripe } from "../../domain/billing/stripe/cancel-due.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { billingOf, DAY_MS } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";

const KEY = "rk_test_51Restricted";
const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("A restricted key of Stripe's on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  let ada: TokenResponse;
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    project = await bench.addProject();
    ada = await bench.t.auth(project).signInAnonymously({});
    bench.addPrice(project);
  });
  afterEach(() => bench.close());

  const app = () => billingOf(bench.t, project, ada);
  const checkout = () => app().createCheckoutSession({ productId: "pro_monthly", ...urls });
  const useKey = async (permissions: readonly string[]): Promise<void> => {
    bench.store.keys.set(KEY, new Set(permissions));
    project = await updateProject(bench.t.app, systemActor, project.id, {
      secrets: new Map([["billing.stripe.secret_key", KEY]]),
    });
  };
  const without = (resource: string) =>
    DOCUMENTED_PERMISSIONS.filter((name) => !name.startsWith(`${resource}_`));
  const alerts = () =>
    bench.t.app.db.selectFrom("events").selectAll().where("kind", "=", "billing.refunds_unknown").execute();
  const lastError = async () => (await storeStatus(bench.t.app, project)).at(-1)?.lastError ?? "";
  const refund = async () => {
    const [payment] = bench.store.shop.payments;
    if (payment) payment.refunded = true;
    const about = { object: "charge", payment_intent: payment?.intent };
    await bench.tell(project, "charge.refunded", about);
  };

  test("with the permissions that the guide lists does everything that billing does", async () => {
    await useKey(DOCUMENTED_PERMISSIONS);
    await checkout();
    const bought = await bench.pay(project);
    expect(await bench.active(project, ada)).toEqual(["pro"]);
    expect((await app().createPortalSession({ returnUrl: urls.cancelUrl })).url).not.toBe("");
    await refund();
    expect(await bench.active(project, ada)).toEqual([]);
    await bench.t.auth(project, ada.accessToken).deleteAccount({});
    expect(await cancelDueAtStripe(bench.t.app)).toMatchObject({ failed: 0 });
    expect(bought.status).toBe("canceled");
    expect(await alerts()).toEqual([]);
    const checks = await adapterOf(bench.t.app, "stripe").check(bench.t.app, project);
    expect(checks.slice(0, 2)).toMatchObject([
      { name: "api key", ok: true },
      { name: "refunds", ok: true, detail: expect.stringContaining("cannot refund"), remedy: "" },
    ]);
    await useKey([...DOCUMENTED_PERMISSIONS, "charge_write"]);
    const [, refunds] = await adapterOf(bench.t.app, "stripe").check(bench.t.app, project);
    expect(refunds).toMatchObject({ name: "refunds", ok: true, detail: "the key can refund payments" });
  });

  test.each(["payment_intent", "charge", "invoice"])(
    "that may not read a %s gives access to who has paid, and tells the operator once a day",
    async (resource) => {
      await useKey(without(resource));
      await checkout();
      const bought = await bench.pay(project);
      expect(await bench.active(project, ada)).toEqual(["pro"]);
      expect(await lastError()).toBe(`refunds are unknown: the key lacks rak_${resource}_read`);
      await bench.tell(project, "customer.subscription.updated", bought);
      expect(await alerts()).toMatchObject([{ projectId: project.id }]);
      bench.t.advance(DAY_MS);
      await bench.tell(project, "customer.subscription.updated", bought);
      expect(await alerts()).toHaveLength(2);

      await useKey(DOCUMENTED_PERMISSIONS);
      await bench.tell(project, "customer.subscription.updated", bought);
      expect(await lastError()).toBe("");
      expect(await alerts()).toHaveLength(2);
    },
  );

  test("that may no longer read payments forgets no refund that was seen", async () => {
    await checkout();
    const bought = await bench.pay(project);
    await refund();
    await useKey(without("payment_intent"));
    await bench.tell(project, "customer.subscription.updated", bought);
    expect(await bench.active(project, ada)).toEqual([]);
    bench.t.advance(1000);
    bench.store.shop.renew(bought);
    await bench.tell(project, "invoice.paid", {
      ...{ object: "invoice", id: "in_1" },
      parent: { subscription_details: { subscription: bought.id } },
    });
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  test("that lacks something is told by the check, with every permission by name and without the key", async () => {
    await useKey(DOCUMENTED_PERMISSIONS.filter((name) => !/^(payment_intent|dispute|event)_/.test(name)));
    const [check] = await adapterOf(bench.t.app, "stripe").check(bench.t.app, project);
    expect(check).toMatchObject({ name: "api key", ok: false });
    for (const name of ["PaymentIntents (read)", "Disputes (read)", "Events (read)"]) {
      expect(check?.detail).toContain(name);
    }
    expect(check?.detail).not.toContain("Customers");
    expect(JSON.stringify(check)).not.toContain(KEY);
  });
});
