import type { JsonObject } from "@bufbuild/protobuf";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { android, apnsToken, iphone, pushOf } from "../src/testing/push.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const HOUR = 3_600_000;

/** As a field of date and time wants it. The browser's time zone is this process's. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

describe("events and push devices in the console", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", { allowAnonymousSignIn: true });
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const now = async (): Promise<void> => {
      await c.page.clock.setFixedTime(c.t.app.clock());
      await c.signIn(); // the session of before may have ended by then
    };
    await now();
    return { c, project, users, now };
  };

  const kinds = (c: ConsolePage): Promise<string[]> =>
    c.page
      .getByRole("table")
      .locator("[data-kind]")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-kind") ?? ""));

  /** Ada signed up the day before yesterday, and was disabled just now; then came a guest. */
  const eventful = async () => {
    const world = await opened();
    const { c, project, users } = world;
    const ada = await c.t.addUser(project, "ada@example.com", "correct horse battery");
    c.t.advance(30 * HOUR);
    await users.disableUser({ project: "fernweh", userId: ada.user?.id ?? "" });
    await c.t.auth(project).signInAnonymously({});
    await world.now();
    return { ...world, ada };
  };
  const ABOUT_ADA = ["user.disabled", "user.signed_up"];

  test("events are filtered by who, what, whom and when", async () => {
    const { c } = await eventful();
    await c.goto("/p/fernweh/events");
    await c.page.getByRole("link", { name: "Guest created" }).waitFor();
    const row = c.page.getByRole("row", { name: /User disabled/ });
    expect(await row.innerText()).toMatch(/ada@example\.com.*root@example\.com/s);
    await c.inspect("events");
    const filtered = (expected: string[]) =>
      expect.poll(() => kinds(c), { timeout: 120_000 }).toEqual(expected);
    await c.page.getByLabel("Source").selectOption("Audit log");
    await filtered(["admin.user_disabled", "admin.project_updated", "admin.project_created"]);
    await c.page.getByLabel("Time").selectOption("Last 24 hours");
    await filtered(["admin.user_disabled"]);
    await c.press("Clear filters");
    await c.page.getByLabel("Kind").selectOption("Signed up");
    await filtered(["user.signed_up"]);
    await c.press("Clear filters");
    await c.page.getByLabel("Time").selectOption("Between…");
    await c.page.getByLabel("Until").fill(localTime(c.t.app.clock() - 20 * HOUR));
    await filtered(["user.signed_up", "admin.project_updated", "admin.project_created"]);
    await c.press("Clear filters");
    await c.page.getByLabel("User: email or id").fill("ada@example.com");
    await filtered(ABOUT_ADA);
    await c.page.reload();
    await filtered(ABOUT_ADA);
    await c.page.getByLabel("User: email or id").fill("nobody@example.com");
    await c.page.getByText("No user has this address").waitFor();
    await c.press("Clear filters");
    await c.page.getByLabel("Administrator: email").fill("root@example.com");
    await filtered(["user.disabled"]);
    await c.page.getByLabel("IP address", { exact: true }).fill("192.0.2.1");
    await c.page.getByText("No events found").waitFor();
    c.forgive(/404/);
    c.expectPeace();
  });

  test("a change of claims is one row, which shows the old and the new value of each (H2, M4)", async () => {
    const { c, users, ada } = await eventful();
    const change = (customClaims: JsonObject) =>
      users.updateUser({ project: "fernweh", userId: ada.user?.id ?? "", customClaims });
    await change({ role: "admin", plan: { seats: 5 } });
    await change({ role: "banned", plan: { seats: 5 } });
    await c.goto("/p/fernweh/events");
    const rows = c.page.getByRole("row", { name: /Claims changed/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(2);
    await rows.first().getByRole("link").click();
    const changes = c.dialog().getByRole("region", { name: "Changes" });
    expect(await changes.innerText()).toMatch(
      /^Changes\s+\S*role\s+−\s+Before:\s+admin\s+\+\s+After:\s+banned$/,
    );
    await c.page.keyboard.press("Escape");
    await rows.last().getByRole("link").click();
    await changes
      .getByText('"seats": 5')
      .or(changes.getByText("5", { exact: true }))
      .first()
      .waitFor();
    await c.page.keyboard.press("Escape");
    const groups = c.page.getByLabel("Kind").locator("optgroup");
    expect(await groups.count()).toBeGreaterThan(4); // L14
    c.expectPeace();
  });

  test("one event is read and copied, by keyboard and after a reload, and so is a page of them", async () => {
    const { c, ada } = await eventful();
    await c.goto(`/p/fernweh/events?user=${ada.user?.id}`);
    await c.page.getByRole("link", { name: /User disabled/ }).press("Enter");
    const drawer = c.dialog();
    await drawer.getByText("root@example.com", { exact: true }).waitFor();
    await c.inspect("event");
    await drawer.getByRole("button", { name: "Copy as JSON" }).click();
    expect(JSON.parse(await c.clipboard())).toMatchObject({
      kind: "user.disabled",
      actor: "admin:root@example.com",
      userId: ada.user?.id,
    });
    await c.page.reload();
    await drawer.waitFor();
    await c.page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await c.press("Copy page as JSON");
    await c.page.getByRole("button", { name: "Copied" }).waitFor();
    const copied: { kind: string }[] = JSON.parse(await c.clipboard());
    expect(copied.map(({ kind }) => kind)).toEqual(ABOUT_ADA);
    c.expectPeace();
  });

  test("new events appear by themselves, wait while somebody reads, and stop when paused", async () => {
    const { c, project } = await opened();
    const guest = async (): Promise<void> => {
      c.t.advance(1000);
      await c.t.auth(project).signInAnonymously({});
    };
    for (let n = 0; n < 30; n++) await guest();
    await c.goto("/p/fernweh/events?kind=user.guest_created");
    const count = async () => (await kinds(c)).length;
    await expect.poll(count, { timeout: 120_000 }).toBe(30);
    await guest();
    await expect.poll(count, { timeout: 120_000 }).toBe(31);

    await c.page.evaluate(() => scrollTo({ top: 600 }));
    await c.page.getByText("Paused while you read").waitFor();
    const top = await c.page.getByRole("table").getByRole("link").nth(20).boundingBox();
    await guest();
    await c.page.getByRole("button", { name: "Show 1 new event" }).waitFor();
    expect(await count()).toBe(31);
    expect((await c.page.getByRole("table").getByRole("link").nth(20).boundingBox())?.y).toBe(top?.y);
    await c.press("Show 1 new event");
    await expect.poll(count, { timeout: 120_000 }).toBe(32);

    let polls = 0;
    c.page.on("request", () => {
      polls += 1;
    });
    await c.page.clock.fastForward(10_000);
    await expect.poll(() => polls, { timeout: 120_000 }).toBeGreaterThan(0);
    await c.press("Pause");
    await c.page.getByText("Paused", { exact: true }).waitFor();
    await c.page.waitForLoadState("networkidle");
    polls = 0;
    await guest();
    await c.page.clock.fastForward(10_000);
    expect(polls).toBe(0);
    expect(await count()).toBe(32);
    await c.press("Go live");
    await expect.poll(count, { timeout: 120_000 }).toBe(33);
    c.expectPeace();
  });

  test("push devices are filtered and revoked, and no token ever reaches the page", async () => {
    const { c, project } = await opened();
    await c.goto("/p/fernweh/push");
    await c.page.getByText("No push devices yet").waitFor();
    const answers: string[] = [];
    c.page.on("response", async (response) => {
      if (response.url().includes("PushService")) answers.push(await response.text().catch(() => ""));
    });
    const ada = await c.t.auth(project).signInAnonymously({});
    await pushOf(c.t, project, ada).registerPushDevice(iphone(1));
    c.t.advance(1000);
    await pushOf(c.t, project, ada).registerPushDevice(
      android(2, { deviceModel: "Pixel 9", appId: "com.example.other" }),
    );
    await c.page.reload();
    const row = (name: RegExp) => c.page.getByRole("row", { name });
    await row(/Pixel 9.* Guest [0-9a-f]{12}/).waitFor();
    await c.inspect("push");
    await c.page.getByLabel("Delivered by").selectOption("APNs");
    await row(/Pixel 9/).waitFor({ state: "detached" });
    await row(/iPhone18,1/).waitFor();
    await c.press("Clear filters");
    await c.page.getByRole("searchbox").fill("com.example.other");
    await row(/iPhone18,1/).waitFor({ state: "detached" });
    await row(/Pixel 9/).waitFor();
    await c.press("Clear filters");

    await row(/iPhone18,1/)
      .getByRole("button")
      .click();
    await c.dialog().getByRole("button", { name: "Revoke", exact: true }).click();
    await row(/iPhone18,1/).waitFor({ state: "detached" });
    const models = async () => {
      const { devices } = await pushOf(c.t, project, ada).listMyPushDevices({});
      return devices.map(({ deviceModel }) => deviceModel);
    };
    await expect.poll(models).toEqual(["Pixel 9"]);
    expect(answers.join()).toContain("iPhone18,1");
    expect(answers.join()).not.toContain(apnsToken(1));

    await row(/Pixel 9/)
      .getByRole("cell")
      .nth(1)
      .click({ force: true }); // where the row's link lies above it
    await c.heading("Guest");
    c.expectPeace();
  });
});
