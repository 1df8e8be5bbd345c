import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { times } from "../../server/src/testing/full.ts";
import { STRIPE_KEY } from "../../server/src/testing/stores/stripe.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";

vi.setConfig({ testTimeout: 3_600_000 }); // many programs, one after the other

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
});
afterAll(() => bench.close());

/** The settings without what is chosen at random for each project. */
async function settingsNow(): Promise<unknown> {
  const { appStore, playStore, stripe } = await bench.settings();
  const { shop } = bench.stripe;
  const knows = {
    webhook: shop.webhooks.has(String(stripe?.webhookEndpointId)),
    portal: shop.portals.has(String(stripe?.portalConfigurationId)),
  };
  const { webhookEndpointId, portalConfigurationId, ...rest } = stripe ?? {};
  return { appStore, playStore, stripe: rest, knows };
}

/** Runs it until its n-th change has been made, and not a moment longer. */
async function killedAfter(n: number, flags: readonly string[] = bench.all): Promise<void> {
  const running = bench.cli.start(bench.args([...flags, "--yes"]), bench.env);
  running.child.stdin.on("error", () => {});
  running.child.stdin.end(STRIPE_KEY);
  bench.tap.onWrite = (count) => {
    if (count < n) return false;
    running.child.kill("SIGKILL");
    return true;
  };
  const { code } = await running.finished;
  expect(code).toBeNull();
  bench.tap.onWrite = () => false;
}

test("killed after any of its changes, the next run brings about the same as one that was left alone", async () => {
  await bench.begin();
  await bench.setUp();
  const [state, settings, writes] = [await bench.state(), await settingsNow(), [...bench.tap.writes]];
  const all = writes.length;
  expect(settings).toMatchObject({ knows: { webhook: true, portal: true } });
  expect(all).toBeGreaterThan(30);
  // The hardest ones first: of these svc has to remember something, and did not come to it.
  const hard = ["stripe POST /v1/billing_portal/configurations", "stripe POST /v1/webhook_endpoints"];
  const first = [...hard, "connect POST /v1/subscriptions"].map((line) => writes.indexOf(line) + 1);
  expect(first.every((n) => n > 0)).toBe(true);
  const rest = Array.from({ length: all }, (_, index) => index + 1).filter((n) => !first.includes(n));
  for (const n of [...first, ...rest].slice(0, times(first.length, all))) {
    await bench.begin();
    await killedAfter(n);
    await bench.setUp();
    expect({ n, state: await bench.state(), settings: await settingsNow() }).toEqual({ n, state, settings });
  }
});

const repricing = (): string[] => [...bench.all, "--replace", "price:pro_monthly@app_store"];

test("killed while a price changes, the next run changes the rest", async () => {
  await bench.begin();
  await bench.setUp();
  await bench.sell("12.99");
  let before = bench.tap.writes.length;
  await bench.setUp(repricing());
  const [state, all] = [await bench.state(), bench.tap.writes.length - before];
  expect(all).toBeGreaterThan(8);
  const tries = times(1, all);
  for (let index = 0; index < tries; index += 1) {
    await bench.begin();
    await bench.setUp();
    await bench.sell("12.99");
    before = bench.tap.writes.length;
    await killedAfter(before + 2 + Math.floor((index * (all - 1)) / tries), repricing());
    await bench.setUp(repricing());
    expect(await bench.state()).toEqual(state);
  }
});
