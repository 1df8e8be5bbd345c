import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { claimMasterKey } from "../src/domain/instance/claim-master-key.ts";
import { holdJob } from "../src/domain/instance/job-lease.ts";
import { useConsole } from "./console-page.ts";

const HOUR_MS = 3_600_000;

describe("the backups of the instance", () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(inject("scratch"), "console-backups-"));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const current = useConsole(() => ({
    backups: { folder: join(home, "backups"), intervalMs: 24 * HOUR_MS, keep: 3 },
  }));

  test("lists them, makes one now, and shows that one is running", async () => {
    const c = current();
    await claimMasterKey(c.t.app);
    await c.t.addAdmin();
    await c.signIn();
    await c.goto("/instance");
    await c.page.getByText("No backups yet.").waitFor();
    await c.page.getByRole("button", { name: "Back up now" }).click();
    await c.page.getByText("The server is writing a backup.").waitFor();
    await c.page.getByRole("row", { name: /svc-backup-20300101T000000Z\.tar\.gz.*KiB/s }).waitFor();
    await c.page.getByText("every day").waitFor();
    expect(await c.page.getByRole("main").innerText()).toContain("contains the master key");
    await c.inspect("instance-backups");

    expect(await holdJob(c.t.app, "backup", "another replica", HOUR_MS)).toBe(true);
    await c.page.reload();
    const button = c.page.getByRole("button", { name: "Running" });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    c.expectPeace();
  });
});
