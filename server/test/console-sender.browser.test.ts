import { generateKeyPairSync } from "node:crypto";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestDns } from "../src/testing/dns.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const RELAY = { host: "127.0.0.1", port: 9, from: "Example <auth@example.com>" };
const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const as = (token: string) => ({ authorization: `Bearer ${token}` });

describe("the sender of emails in the console", () => {
  let dns: TestDns;
  beforeAll(async () => {
    dns = await TestDns.start();
  });
  afterAll(() => dns.stop());
  const current = useConsole(() => ({
    smtp: { ...RELAY, allowedSenders: ["no-reply@acme.example", "@fern.example"] },
    dns: dns.address,
  }));

  const opened = async (path: string, heading: string): Promise<{ c: ConsolePage; token: string }> => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Demo");
    await c.signIn();
    await c.goto(path);
    await c.heading(heading);
    return { c, token };
  };
  const senderCard = (c: ConsolePage) => c.page.getByRole("form", { name: "Sender", exact: true });

  test("an owner sets it, is offered what is allowed, and is told what is not", async () => {
    const { c, token } = await opened("/p/demo/settings", "Settings");
    const card = senderCard(c);
    const address = card.getByLabel("Sender address");
    await expect.poll(() => card.locator("datalist option").count()).toBe(2);
    await address.fill("ceo@bank.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card
      .getByText(/list of allowed senders/)
      .first()
      .waitFor();
    await address.fill("no-reply@acme.example");
    await card.getByLabel("Sender name").fill("Acme Team");
    await card.getByLabel("Reply to").fill("help@acme.example");
    await card.getByRole("button", { name: "Save" }).click();
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: "demo" })).project?.settings?.sender;
    await expect
      .poll(stored)
      .toMatchObject({ name: "Acme Team", address: "no-reply@acme.example", replyTo: "help@acme.example" });

    const instance = c.t.client(InstanceSettingsService, as(token));
    await instance.setSmtp({ host: "mx.example.com", fromAddress: "auth@example.com" });
    await c.goto("/p/demo/settings");
    await senderCard(c)
      .getByText("no-reply@acme.example is not an allowed sender.", { exact: false })
      .waitFor();
    await c.inspect("settings-sender");
  });

  test("an administrator of the project cannot change the address", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { adminId } = await c.t.addAdmin("eve@example.com");
    await c.t.addProject("Demo");
    const accounts = c.t.client(AdminAccountService, as(token));
    await accounts.setAdminRole({ adminId, project: "", role: AdminRole.NONE });
    await accounts.setAdminRole({ adminId, project: "demo", role: AdminRole.ADMINISTRATOR });
    await c.signIn("eve@example.com");
    await c.goto("/p/demo/settings");
    const card = senderCard(c);
    await card.getByText("Only owners can change the address.").waitFor();
    expect(await card.getByLabel("Sender address").isDisabled()).toBe(true);
    expect(await card.getByLabel("Sender name").isDisabled()).toBe(false);
  });

  test("the list of allowed senders and a key are saved; DNS is checked; the key never comes back", async () => {
    const { c, token } = await opened("/instance?tab=mail", "Instance");
    const list = c.page.getByLabel("Addresses that projects may use");
    expect(await list.inputValue()).toBe("no-reply@acme.example\n@fern.example");
    await list.fill("@acme.example\nkonto@fern.example");
    await c.page.getByRole("button", { name: "Save", exact: true }).click();
    const instance = c.t.client(InstanceSettingsService, as(token));
    await expect
      .poll(async () => (await instance.getInstance({})).smtp?.allowedSenders)
      .toEqual(["@acme.example", "konto@fern.example"]);

    await c.page.getByText("No domain has a key.", { exact: false }).waitFor();
    await c.page.getByLabel("Domain", { exact: true }).fill("acme.example");
    await c.page.getByLabel("Selector", { exact: true }).fill("s1");
    await c.page.getByLabel("Private key", { exact: true }).fill(KEY);
    await c.page.getByRole("button", { name: "Add key" }).click();
    await c.page.getByText("s1._domainkey.acme.example", { exact: true }).waitFor();
    const check = c.page.getByRole("button", { name: "Check DNS of acme.example" });
    await check.click();
    await c.page.getByText("has no TXT record of a key", { exact: false }).waitFor();
    const [key] = (await c.t.client(DkimService, as(token)).listDkimKeys({})).keys;
    dns.records.set("s1._domainkey.acme.example", [key?.recordText ?? ""]);
    await check.click();
    await c.page.getByText("DNS has the record.").waitFor();
    await c.inspect("instance-dkim");
    expect(await c.page.content()).not.toContain(KEY.split("\n")[5]);

    await c.page.getByRole("button", { name: "Remove the key of acme.example" }).click();
    await c.dialog().getByRole("button", { name: "Remove" }).click();
    await c.page.getByText("No domain has a key.", { exact: false }).waitFor();
  });
});
