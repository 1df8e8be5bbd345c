import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../testing/engines.ts";
import { appStoreFaults } from "../../../testing/stores/app-store.ts";
import { AppStoreBench } from "../../../testing/stores/app-store-bench.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import type { Project } from "../../projects/project.ts";
import type { StoreCheck } from "../store-adapter.ts";
import { appStoreAdapter } from "./adapter.ts";

describe.each(engines)("a check of the App Store on $kind", (engine) => {
  let b: AppStoreBench;
  let project: Project;
  beforeEach(async () => {
    b = await AppStoreBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const check = async (as = project, options = {}): Promise<Record<string, StoreCheck>> => {
    const checks = await appStoreAdapter.check(b.t.app, as, options);
    return Object.fromEntries(checks.map((one) => [one.name, one]));
  };

  test("finds the key accepted and a test notification on its way", async () => {
    Object.assign(b.store.webhooks, { production: b.webhook(project), sandbox: b.webhook(project) });
    const checks = await check();
    expect(Object.values(checks).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(Object.keys(checks)).toEqual([
      "app_store_app_id",
      "app_store_key_production",
      "app_store_notifications_production",
      "app_store_key_sandbox",
      "app_store_notifications_sandbox",
    ]);
  });

  test("may go without a test notification in production, and tries the key there all the same", async () => {
    Object.assign(b.store.webhooks, { production: b.webhook(project), sandbox: b.webhook(project) });
    const quiet = { skipProductionNotification: true };
    const checks = await check(project, quiet);
    expect(Object.values(checks).every(({ ok }) => ok)).toBe(true);
    expect(Object.keys(checks)).not.toContain("app_store_notifications_production");
    expect(b.store.tested).toEqual(["sandbox"]);
    b.store.fault = appStoreFaults["refuses the key"];
    expect((await check(project, quiet)).app_store_key_production).toMatchObject({ ok: false });
  });

  test("tells whether a test notification arrived", async () => {
    b.store.deliversAtOnce = true;
    const elsewhere = b.webhook({ ...project, slug: "nobody" });
    Object.assign(b.store.webhooks, { production: b.webhook(project), sandbox: elsewhere });
    const checks = await check();
    expect(checks.app_store_notifications_production?.detail).toBe("a test notification arrived");
    expect(checks.app_store_notifications_sandbox).toMatchObject({
      ok: false,
      detail: "Apple could not deliver a test notification: UNSUCCESSFUL_HTTP_RESPONSE_CODE",
    });
  });

  test("says when Apple has no address for notifications", async () => {
    const checks = await check();
    expect(checks.app_store_key_production).toMatchObject({ ok: true });
    expect(checks.app_store_notifications_production).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("svc setup billing"),
    });
  });

  test("says when the key is refused, when Apple is down, and what is not set", async () => {
    b.store.fault = appStoreFaults["refuses the key"];
    expect((await check()).app_store_key_production).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("In-App Purchase key"),
    });
    b.store.fault = storeFaults["hangs up"];
    expect((await check()).app_store_key_sandbox).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("reach Apple"),
    });
    b.store.fault = undefined;
    expect((await check(await b.addProject({ appAppleId: "" }))).app_store_app_id).toMatchObject({
      ok: false,
    });
    expect((await check(await b.addProject({}, ""))).app_store_settings).toMatchObject({
      ok: false,
      detail: "not set: billing.app_store.private_key",
    });
  });
});
