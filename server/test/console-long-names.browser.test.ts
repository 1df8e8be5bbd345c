import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherungsgesellschaft";
const NAMES = [
  `${LONG} von Hohenstein`,
  "🧑‍🚀🏳️‍🌈👩‍👩‍👧‍👦 Zoë 🇧🇷",
  "محمد بن عبد الله الخوارزمي",
  "שרה בת־אברהם",
  "山田太郎左衛門尉藤原朝臣",
];

describe("names of every length and script", () => {
  const current = useConsole();

  test("no email is wider than a phone", async () => {
    const c = current();
    await c.t.addAdmin();
    const { slug } = (await c.t.addProject(`${LONG} 🌍 שלום`)).project;
    await c.signIn();
    await c.goto(`/p/${slug}/wording`);
    await c.page.frameLocator("iframe").getByText("Confirm your email address").first().waitFor();
    const email = c.page.frames().find((frame) => frame !== c.page.mainFrame()) ?? expect.fail();
    const { needed, width } = await email.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { needed: scrollWidth, width: clientWidth };
    });
    expect(width).toBe(390);
    expect(needed).toBe(width);
    c.expectPeace();
  });

  test("no screen is cut off by them, in a list or as a title", async () => {
    const c = current();
    const admin = `${"administrator.".repeat(4)}you@${"long-department.".repeat(3)}example.com`;
    const { token } = await c.t.addAdmin(admin);
    const { slug } = (await c.t.addProject(`${LONG} 🌍 שלום`)).project;
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const ids: string[] = [];
    for (const [n, displayName] of NAMES.entries()) {
      const email = `${"very.".repeat(10)}long${n}@${"sub-domain.".repeat(8)}example.com`;
      const { user } = await users.createUser({ project: slug, email, displayName });
      ids.push(user?.id ?? expect.fail());
    }
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn(admin);
    const screens: [name: string, path: string, shows: string][] = [
      ["projects", "/", LONG],
      ["users", `/p/${slug}/users`, NAMES[2] ?? ""],
      ["events", `/p/${slug}/events`, "User created"],
      ["settings", `/p/${slug}/settings`, "Time zone"],
      ["branding", `/p/${slug}/branding`, "Preview"],
      ["wording", `/p/${slug}/wording`, "Send me this email"],
      ["instance-admins", "/instance?tab=admins", "Invite"],
      ["instance-audit", "/instance?tab=audit", "Project created"],
      ...ids
        .slice(0, 3)
        .map((id, n): [string, string, string] => [
          `user-${n}`,
          `/p/${slug}/users/${id}`,
          "Email not verified",
        ]),
    ];
    const problems: string[] = [];
    for (const [name, path, shows] of screens) {
      await c.goto(path);
      await c.page.getByRole("main").getByText(shows).filter({ visible: true }).first().waitFor();
      await c.inspect(`long-${name}`).catch((error: Error) => problems.push(error.message));
    }
    expect(problems).toEqual([]);
    c.expectPeace();
  });
});
