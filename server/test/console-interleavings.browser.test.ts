import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { defaultBilling } from "../src/domain/billing/billing-settings.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { type Dice, dice, pick } from "../src/testing/dice.ts";
import { times } from "../src/testing/full.ts";
import { seed } from "../src/testing/seed.ts";
import { ConsolePage, useConsole } from "./console-page.ts";

const ZONES = ["UTC", "Europe/Berlin", "Asia/Tokyo", "America/Lima", "Africa/Cairo", "Asia/Dubai"];
const PRODUCT = {
  ...({ id: "pro_monthly", period: "P1M", trial: "", price: { currency: "USD", amount: "9.99" } } as const),
  ...{ retired: false, appStoreId: "", playStoreId: "", stripeId: "" },
};

type Field = { name: string; value: (count: number) => string };

/** Something that both edit: where it is, its fields, and what the server has. */
type Resource = {
  path: string;
  form: (page: Page) => Locator;
  open?: (page: Page) => Promise<void>;
  fields: readonly [Field, Field];
  read: () => Promise<Readonly<Record<string, string>>>;
};

describe("two browsers", () => {
  const current = useConsole(() => ({ rateLimits: "off" }));

  const resources = async (c: ConsolePage): Promise<Resource[]> => {
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    const tiers = [{ id: "pro", name: "Pro", rank: 1, entitlements: [], products: [PRODUCT] }];
    const billing = { ...defaultBilling, enabled: true, tiers };
    await updateProject(c.t.app, systemActor, project.id, { settings: { billing } as never });
    const headers = { authorization: `Bearer ${token}` };
    const named = { project: "fernweh" };
    const userId = (await c.t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
    const text = (prefix: string) => (count: number) => `${prefix} ${count}`;
    return [
      {
        path: `/p/fernweh/users/${userId}`,
        form: (page) => page.getByRole("form", { name: "Profile" }),
        fields: [
          { name: "Name", value: text("Ada") },
          { name: "Picture", value: (count) => `https://example.com/${count}.png` },
        ],
        read: async () => {
          const { user } = await c.t.client(UserService, headers).getUser({ ...named, userId });
          return { Name: user?.displayName ?? "", Picture: user?.avatarUrl ?? "" };
        },
      },
      {
        path: "/p/fernweh/branding",
        form: (page) => page.locator("form").filter({ has: page.getByLabel("Footer") }),
        fields: [
          { name: "Product name", value: text("Product") },
          { name: "Footer", value: text("Footer") },
        ],
        read: async () => {
          const { theme } = (await c.t.client(ThemeService, headers).getTheme(named)).revision ?? {};
          return { "Product name": theme?.productName ?? "", Footer: theme?.footerText ?? "" };
        },
      },
      {
        path: "/p/fernweh/settings",
        form: (page) => page.getByRole("form", { name: "General" }),
        fields: [
          { name: "Name", value: text("Project") },
          { name: "Time zone", value: (count) => ZONES[count % ZONES.length] ?? "UTC" },
        ],
        read: async () => {
          const { project } = await c.t.projects(token).getProject(named);
          return { Name: project?.name ?? "", "Time zone": project?.settings?.timezone ?? "" };
        },
      },
      {
        path: "/p/fernweh/billing/catalog",
        form: (page) => page.getByRole("form", { name: /^Edit/ }),
        open: (page) => page.getByRole("button", { name: /^Edit/ }).click(),
        fields: [
          { name: "Name", value: text("Tier") },
          { name: "Rank", value: (count) => String((count % 900) + 2) },
        ],
        read: async () => {
          const { settings } = await c.t.client(BillingService, headers).getBillingSettings(named);
          const [tier] = settings?.tiers ?? [];
          return { Name: tier?.name ?? "", Rank: String(tier?.rank ?? "") };
        },
      },
    ];
  };

  /** One of the two: opens, types in some fields, saves, and answers the question if there is one. */
  class Editor {
    readonly page: Page;
    readonly typed = new Map<string, string>();
    /** What the server had when the page was opened. */
    seen: Readonly<Record<string, string>> = {};
    constructor({ page }: ConsolePage) {
      this.page = page;
    }

    async open({ path, open, form, read }: Resource, url: string): Promise<void> {
      this.typed.clear();
      await this.page.evaluate(() => sessionStorage.clear()).catch(() => {});
      this.seen = await read();
      await this.page.goto(`${url}/console${path}`);
      await open?.(this.page);
      await form(this.page).waitFor();
    }

    async type(resource: Resource, names: readonly Field[], count: number): Promise<void> {
      for (const { name, value } of names) {
        const next = value(count);
        if (next === this.seen[name]) continue;
        await resource.form(this.page).getByLabel(name, { exact: true }).fill(next);
        this.typed.set(name, next);
      }
    }

    /** The fields that were asked about, with the choice. */
    async save(resource: Resource, roll: Dice): Promise<Map<string, "theirs" | "yours">> {
      const asked = new Map<string, "theirs" | "yours">();
      if (this.typed.size === 0) return asked;
      const form = resource.form(this.page);
      const dialog = this.page.getByRole("dialog", { name: "Someone else changed this" });
      await form.getByRole("button", { name: "Save" }).click();
      const isSaved = async () => !(await form.getByText("Unsaved changes").isVisible());
      const isDone = async () => (await dialog.isVisible()) || (await isSaved());
      await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
      if (!(await dialog.isVisible())) return asked;
      for (const group of await dialog.getByRole("group").all()) {
        const name = await group.locator("legend").innerText();
        const choice = pick(roll, ["theirs", "yours"] as const);
        await group.getByLabel(choice === "theirs" ? "Keep their change" : "Use my change").check();
        asked.set(name, choice);
      }
      await dialog.getByRole("button", { name: "Save my choice" }).click();
      await expect.poll(isSaved, { timeout: 60_000 }).toBe(true);
      return asked;
    }
  }

  test(
    "lose no update in random interleavings of opening, typing and saving",
    async () => {
      const c = current();
      const all = await resources(c);
      await c.t.addAdmin("other@example.com");
      await c.signIn();
      const context = await (await sharedBrowser()).newContext({ reducedMotion: "reduce" });
      try {
        const other = await ConsolePage.open(context, c.t);
        await other.signIn("other@example.com");
        const editors = [new Editor(c), new Editor(other)] as const;
        const roll = dice(seed);
        let conflicts = 0;
        for (let round = 0; round < times(6, 200); round++) {
          const resource = all[round % all.length] ?? expect.fail();
          const why = `SVC_SEED=${seed}, round ${round}, ${resource.path}`;
          conflicts += await playRound(resource, editors, roll, { round, url: c.t.url, why });
        }
        if (times(0, 1) === 1) expect(conflicts).toBeGreaterThan(5);
      } finally {
        await context.close();
      }
      c.forgive(/409/);
      c.expectPeace();
    },
    times(900_000, 7_200_000),
  );

  /** Compares what the server has after each save with what it must have. Returns how often was asked. */
  const playRound = async (
    resource: Resource,
    editors: readonly [Editor, Editor],
    roll: Dice,
    { round, url, why }: { round: number; url: string; why: string },
  ): Promise<number> => {
    const left = [
      ["open", "type", "save"],
      ["open", "type", "save"],
    ];
    let conflicts = 0;
    while (left.some((steps) => steps.length > 0)) {
      const side = left[0]?.length === 0 ? 1 : left[1]?.length === 0 ? 0 : roll(2);
      const editor = editors[side as 0 | 1];
      const step = left[side]?.shift();
      if (step === "open") await editor.open(resource, url);
      if (step === "type") {
        const fields = pick(roll, [resource.fields, [resource.fields[0]], [resource.fields[1]]]);
        await editor.type(resource, fields, round * 2 + side + 1);
      }
      if (step !== "save") continue;
      const before = await resource.read();
      const asked = await editor.save(resource, roll);
      conflicts += asked.size;
      const wanted: Record<string, string> = { ...before };
      for (const [name, value] of editor.typed) {
        const isOvertaken = before[name] !== editor.seen[name] && before[name] !== value;
        expect(asked.has(name), `${why}: ${name} was ${isOvertaken ? "not " : ""}asked about`).toBe(
          isOvertaken,
        );
        if (asked.get(name) !== "theirs") wanted[name] = value;
      }
      expect(await resource.read(), why).toEqual(wanted);
    }
    return conflicts;
  };
});
