import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("GetWebhookUrls on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  test("shows the same secret addresses again, and each time is an audit event without them", async () => {
    const { project } = await t.addProject("Demo");
    const { token } = await t.addAdmin();
    const billing = t.client(BillingService, { authorization: `Bearer ${token}` });
    const first = await billing.getWebhookUrls({ project: "demo" });
    expect(await billing.getWebhookUrls({ project: "demo" })).toEqual(first);
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("projectId", "=", project.id)
      .where("kind", "=", "admin.webhook_urls_read")
      .execute();
    const by = { actor: "admin:root@example.com", ip: "127.0.0.1" };
    expect(events).toMatchObject([by, by]);
    const [, secret = ""] = /\/([^/]{43})$/.exec(first.appStoreUrl) ?? [];
    expect(secret).not.toBe("");
    expect(JSON.stringify(events)).not.toContain(secret);
  });
});
