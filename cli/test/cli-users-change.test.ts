import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { OAuthBench } from "../../server/src/testing/oauth.ts";
import { reasonOf } from "../../server/src/testing/reason-of.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { AppCli } from "./app-cli.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "an entirely new phrase";
const ADA = "ada@example.com";
const shapes = new ShapeCheck();
const demo = ["--project", "demo"];

let b: OAuthBench;
let cli: AppCli;
let project: Project;
beforeAll(async () => {
  b = await OAuthBench.open(engines[0] ?? expect.fail(), { rateLimits: "off" });
  project = await b.addProject();
  cli = new AppCli(b.t, (await b.t.addAdmin()).token);
  await b.t.addUser(project, ADA, PASSWORD);
});
afterAll(async () => {
  cli.close();
  await b.close();
});

const json = (...args: string[]) => shapes.json(cli, ...args, ...demo);
const failure = (...args: string[]) => cli.failure([...args, ...demo]);
const get = async (named = ADA) => Object((await json("user", "get", named)).user);

describe("user set", () => {
  const set = (...flags: string[]) => ["user", "set", ADA, ...flags];

  test("changes what is given and leaves the rest", async () => {
    const profile = ["--display-name", "Ada", "--avatar-url", "https://example.com/ada.png"];
    await json(...set(...profile, "--locale", "de_at", "--verified"));
    expect(await get()).toMatchObject({
      email: ADA,
      displayName: "Ada",
      locale: "de-AT",
      avatarUrl: "https://example.com/ada.png",
      emailVerified: true,
    });
    const { user } = await json(...set("--display-name", "", "--unverified"));
    expect(user).toMatchObject({
      displayName: "",
      locale: "de-AT",
      avatarUrl: "https://example.com/ada.png",
      emailVerified: false,
    });
    expect(Object((await json(...set("--locale", ""))).user).locale ?? "").toBe("");
    expect((await failure(...set("--locale", "no tag"))).code).toBe(2);
    const { stderr } = await cli.run([...set("--email", "lovelace@example.com"), ...demo]);
    expect(stderr).toBe(`changed user ${ADA}\n`);
    const { id } = await get("lovelace@example.com");
    await json("user", "set", id, "--email", ADA, "--verified");
    expect(await get()).toMatchObject({ id, emailVerified: true });
  });

  test("reads a password from standard input, which ends the sessions", async () => {
    const { accessToken } = await b.t.auth(project).signIn({ email: ADA, password: PASSWORD });
    const args = [...set("--password", "-"), ...demo];
    expect(await cli.run(args, { input: `${NEW_PASSWORD}\n` })).toEqual({
      code: 0,
      stdout: "",
      stderr: `changed user ${ADA}; the new password ended every session\n`,
    });
    expect(await reasonOf(b.t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await b.t.auth(project).signIn({ email: ADA, password: NEW_PASSWORD });
  });

  test("refuses what is nothing, contradictory, weak, taken or wrong, and changes nothing", async () => {
    await b.t.addUser(project, "taken@example.com", PASSWORD);
    const before = await get();
    expect(await failure(...set())).toMatchObject({ code: 2, message: "nothing to change" });
    expect(await failure(...set("--verified", "--unverified"))).toMatchObject({
      code: 2,
      message: "--verified and --unverified cannot be combined",
    });
    expect(await failure(...set("--display-name", "X", "--password", "-"))).toMatchObject({
      code: 2,
      message: "the password is empty",
    });
    expect((await failure(...set("--display-name", "X", "--password", "short"))).code).toBe(2);
    expect(await failure(...set("--display-name", "X", "--email", "taken@example.com"))).toMatchObject({
      code: 6,
      message: "taken@example.com is already a user of this project",
    });
    expect((await failure(...set("--display-name", "X", "--email", "no-address"))).code).toBe(2);
    expect((await failure(...set("--display-name", "X", "--avatar-url", "http://example.com"))).code).toBe(2);
    expect((await failure("user", "set", "nobody@example.com", "--verified")).code).toBe(3);
    expect(await get()).toEqual(before);
  });
});

describe("user list", () => {
  test("takes every filter of the console and its orders", async () => {
    const guest = await b.t.auth(project).signInAnonymously({});
    const google = await b.signIn(project, "google", "g-1", { email: "g@gmail.com", email_verified: true });
    const off = await b.t.addUser(project, "off@example.com", PASSWORD);
    await cli.text("user", "disable", off.user?.id ?? "", ...demo);
    const listed = async (...flags: string[]) => {
      const { users } = await json("user", "list", ...flags);
      return (users as { id: string }[]).map(({ id }) => id);
    };
    expect(await listed("--guests")).toEqual([guest.user?.id]);
    expect(await listed("--provider", "google")).toEqual([google.user?.id]);
    expect(await listed("--permanent", "--without-password")).toEqual([google.user?.id]);
    expect(await listed("--disabled")).toEqual([off.user?.id]);
    expect(await listed("--enabled", "--unverified", "--with-password")).not.toContain(off.user?.id);
    expect(await listed("--verified", "--with-password")).toEqual([(await get()).id]);
    const newest = await listed("--order", "newest");
    expect(newest).toHaveLength(5);
    expect(await listed("--order", "oldest")).toEqual(newest.toReversed());
    expect((await listed("--order", "email"))[0]).toBe((await get()).id);
    expect((await listed("--order", "last-sign-in")).toSorted()).toEqual(newest.toSorted());
  });

  test("keeps the filters in the line for the next page", async () => {
    const { stderr } = await cli.run([
      ...["user", "list", ...demo, "--permanent", "--order", "email", "--page-size", "3"],
    ]);
    const [, next = ""] = /^there are more: svc (.+)\n$/.exec(stderr) ?? [];
    expect(next).toContain("--permanent --order email");
    const { stdout } = await cli.run(next.split(" "));
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("refuses words that it does not know, and filters that exclude each other", async () => {
    expect(await failure("user", "list", "--order", "size")).toEqual({
      code: 2,
      message: '--order cannot be "size"',
      hint: "it is one of newest, oldest, email, last-sign-in, email-descending, last-sign-in-oldest",
    });
    expect((await failure("user", "list", "--provider", "constructor")).code).toBe(2);
    expect(await failure("user", "list", "--guests", "--permanent")).toMatchObject({
      code: 2,
      message: "--guests and --permanent cannot be combined",
    });
  });
});

/** Every text, number and time in an answer. */
function leaves(value: unknown): string[] {
  if (typeof value === "boolean") return [];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return [
    String(value)
      .replace(/^OAUTH_PROVIDER_/, "")
      .toLowerCase(),
  ];
}

describe("get shows everything that --json has", () => {
  test("of a user, also of a disabled one", async () => {
    const email = "whole@gmail.com";
    const whole = await b.signIn(project, "google", "whole", { email, email_verified: true });
    const id = whole.user?.id ?? "";
    await cli.text("user", "claims", "set", id, '{"role":"admin"}', ...demo);
    const flags = ["--avatar-url", "https://example.com/w.png", "--display-name", "Whole"];
    await json("user", "set", id, ...flags);
    const text = (await cli.text("user", "get", email, ...demo)).toLowerCase();
    for (const leaf of leaves(await get(email))) expect(text).toContain(leaf);

    await cli.text("user", "disable", id, ...demo);
    const disabled = await cli.text("user", "get", id, ...demo);
    expect(disabled).toContain("\nverified\tyes\n");
    expect(disabled).toContain("\nstate\tdisabled\n");
  });

  test("of a project: each setting under its own name", async () => {
    const answer = await shapes.json(cli, "project", "get", "demo");
    const text = await cli.text("project", "get", "demo");
    for (const leaf of leaves(answer)) expect(text.toLowerCase()).toContain(leaf);
    const settings = Object(Object(answer.project).settings);
    const names = Object.entries(settings).flatMap(([name, value]) =>
      typeof value === "object" && !Array.isArray(value)
        ? Object.keys(Object(value)).map((inner) => `${name}.${inner}`)
        : [name],
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      expect(text).toContain(`\nsettings.${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}\t`);
    }
  });
});
