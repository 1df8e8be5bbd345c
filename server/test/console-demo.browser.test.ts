import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { describe, expect, test } from "vitest";
import { isFull } from "../src/testing/full.ts";
import { seedDemo } from "./console-demo.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const PICTURE = /\(images\/console\/(?<name>[\w-]+)-(?<width>\d+)-(?<colorScheme>light|dark)\.png\)/g;

/** Ids and keys are other ones each time, and some screens are full of them. A new row, button or text changes more. */
const FULL_OF_IDS = ["keys", "user", "users", "billing-subscriptions"];
const mostChanged = (name: string): number => (FULL_OF_IDS.includes(name) ? 0.025 : 0.01);

type Picture = { file: string; width: number; colorScheme: "light" | "dark" };

/** The pictures in docs/console.md by the name of their screen. */
function picturesInDocs(): Map<string, Picture[]> {
  const found = Array.from(readFileSync(join(DOCS, "console.md"), "utf8").matchAll(PICTURE), ({ groups }) => {
    const { name = "", width, colorScheme } = groups ?? {};
    const file = join(DOCS, `images/console/${name}-${width}-${colorScheme}.png`);
    return { name, file, width: Number(width), colorScheme: colorScheme as Picture["colorScheme"] };
  });
  return Map.groupBy(found, ({ name }) => name);
}

/** Every address, and what must stand there before it can be looked at. */
const screens = (userId: string): readonly [name: string, path: string, shows: string][] => [
  ["projects", "/", "Trail Notes"],
  ["overview", "/p/fernweh/overview", "Recent events"],
  ["users", "/p/fernweh/users", "Ada Lovelace"],
  ["user", `/p/fernweh/users/${userId}`, "Show earlier events"],
  ["events", "/p/fernweh/events", "Signing key rotated"],
  ["billing", "/p/fernweh/billing", "com.fernweh.app"],
  ["billing-metrics", "/p/fernweh/billing/metrics", "By store and tier"],
  ["billing-catalog", "/p/fernweh/billing/catalog", "plus_yearly"],
  ["billing-subscriptions", "/p/fernweh/billing/subscriptions", "Grace period"],
  ["billing-notifications", "/p/fernweh/billing/notifications", "Failed"],
  ["push", "/p/fernweh/push", "Pixel 12"],
  ["sign-in-methods", "/p/fernweh/sign-in-methods", "Google"],
  ["urls", "/p/fernweh/urls", "com.fernweh.app"],
  ["branding", "/p/fernweh/branding", "#0f766e"],
  ["wording", "/p/fernweh/wording", "Send me this email"],
  ["keys", "/p/fernweh/keys", "Signs new tokens"],
  ["settings", "/p/fernweh/settings", "Europe/Berlin"],
  ["connect", "/p/fernweh/connect", "app/_layout.tsx"],
  ["instance", "/instance", "Serving"],
  ["instance-mail", "/instance?tab=mail", "Save"],
  ["instance-audit", "/instance?tab=audit", "Project created"],
  ["instance-account", "/instance?tab=account", "Two-step verification"],
  ["instance-admins", "/instance?tab=admins", "grace@fernweh.example"],
  ["instance-tokens", "/instance?tab=tokens", "New token"],
];

const MOST_SHOTS = 5;

/** The browser of the tests; another one draws letters in another way. */
const hasItsOwnFonts = process.platform === "linux" && process.arch === "x64";

describe("the console of an app with a past", () => {
  const current = useConsole(() => ({ baseUrl: "http://auth.fernweh.example" }));

  /** Text, or the value of a field. */
  const shows = async ({ page }: ConsolePage, text: string): Promise<void> => {
    await page.waitForFunction(
      (wanted) =>
        document.querySelector("main")?.innerText.includes(wanted) ||
        [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].some(({ value }) =>
          value.includes(wanted),
        ),
      text,
    );
  };

  test("every screen opens, leaves the browser in peace and looks as docs/console.md shows it", async () => {
    const c = current();
    const { token } = await c.t.addAdmin("you@fernweh.example");
    const { userId } = await seedDemo(c.t, token);
    const instance = c.t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
    await instance.setSmtp({
      host: "mail.fernweh.example",
      fromAddress: "Fernweh <no-reply@fernweh.example>",
    });
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn("you@fernweh.example");
    const pictures = picturesInDocs();
    const changed: Record<string, number> = {};
    for (const [name, path, text] of screens(userId)) {
      await c.goto(path);
      await shows(c, text);
      if (isFull) await c.inspect(name);
      else if (process.env.SVC_SCREENSHOTS) await c.photograph(name);
      for (const { file, ...variant } of pictures.get(name) ?? []) {
        const picture = readFileSync(file);
        let share = Number.POSITIVE_INFINITY;
        // A screen that has just changed its size or colours may still be moving.
        for (let shot = 0; share > mostChanged(name) && shot < MOST_SHOTS; shot++) {
          share = await c.differenceTo(picture, variant);
        }
        if (share > mostChanged(name)) changed[file] = share;
      }
      pictures.delete(name);
    }
    c.expectPeace();
    expect([...pictures.keys()], "pictures of no screen").toEqual([]);
    // SVC_SCREENSHOTS=docs/images/console makes them anew.
    if (hasItsOwnFonts) expect(changed).toEqual({});
  });
});
