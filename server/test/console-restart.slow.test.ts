import { createServer } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { notRun } from "../src/testing/not-run.ts";

const EMAIL = "root@example.com";
const PASSWORD = "correct horse battery";
const LOST = "Connection lost";
const RESTORED = "We restored your unsaved changes";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

describe("what is not saved yet, when the server is stopped and started again", () => {
  let cli: Cli;
  let url: string;
  let server: Running;
  let profile: BrowserContext;
  let page: Page;
  beforeEach(async (context) => {
    const browser = await sharedBrowser().catch((error: unknown) => {
      if (process.env.CI === "true") throw error;
      return notRun(context, String(error));
    });
    if (!browser) return;
    cli = new Cli();
    url = `http://127.0.0.1:${await freePort()}`;
    await start();
    await svc("admin", "create", "--email", EMAIL, "--password", PASSWORD);
    const token = (await svc("admin", "token", "create", "--email", EMAIL)).trim();
    await fetch(`${url}/svc.admin.v1.ProjectService/CreateProject`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: "Fernweh" }),
    });
    profile = await browser.newContext();
    page = await profile.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${url}/console/`);
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: EMAIL }).waitFor();
  });
  afterEach(async () => {
    await profile?.close();
    cli?.close();
  });

  const dataDir = () => ["--data-dir", cli.path("data")];
  const start = async (): Promise<void> => {
    server = cli.start(["serve", "--addr", new URL(url).host, "--base-url", url, ...dataDir()]);
    await server.says(/listening {2}http/);
  };
  const stop = async (): Promise<void> => {
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  };
  const svc = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await cli.run([...args, ...dataDir()]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  const form = (name: string) => page.getByRole("form", { name });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const reload = async (): Promise<void> => {
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
  };

  test("a settings form keeps it, also through a reload, and saves it", async () => {
    await page.goto(`${url}/console/p/fernweh/settings`);
    const name = form("General").getByLabel("Name", { exact: true });
    await name.fill("Typed");
    await stop();
    await form("General").getByRole("button", { name: "Save" }).click();
    await page.getByText(LOST).waitFor();
    expect(await name.inputValue()).toBe("Typed");
    await start();
    await page.getByText(LOST).waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Typed");
    await reload();
    await form("General").getByText(RESTORED).waitFor();
    expect(await name.inputValue()).toBe("Typed");
    await form("General").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe("Typed");
    expect(await form("General").getByText(RESTORED).count()).toBe(0);
  });

  test("so do custom claims, in a page that was opened anew only after the restart", async () => {
    await page.goto(`${url}/console/p/fernweh/users`);
    await press("New user");
    const dialog = page.locator('[role="dialog"]:not([aria-modal="false"])');
    await dialog.getByLabel("Email address").fill("ada@example.com");
    await dialog.getByRole("button", { name: "Create and invite" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "ada@example.com" }).first().click();
    await page.getByLabel("Claims as JSON").fill('{"role": "editor"}');
    const address = page.url();
    await stop();
    await start();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(address);
    await expect.poll(() => page.getByLabel("Claims as JSON").inputValue()).toBe('{"role": "editor"}');
    await form("Custom claims").getByRole("button", { name: "Save" }).click();
    await press("Save claims");
    await page.getByText("Claims saved").waitFor();
  });
});
