import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

const ADA = "ada@example.com";
const PASSWORD = "a brand new passphrase";

describe.each(engines)("the page of an invitation on $kind", (engine) => {
  let t: TestApp;
  let link: string;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const root = await t.addAdmin();
    const accounts = t.client(AdminAccountService, { authorization: `Bearer ${root.token}` });
    await accounts.inviteAdmin({ email: ADA });
    await t.deliverMail();
    link = t.mails[0]?.link ?? "";
    token = t.mails[0]?.token ?? "";
  });
  afterEach(() => t.close());

  const see = async (answer: Promise<Response>) => {
    const response = await answer;
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, heading: headingOf(text) };
  };
  const headingOf = (text: string) => /<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? "";
  const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    see(
      fetch(`${t.url}/admin/accept-invite`, { method: "POST", body: new URLSearchParams(fields), headers }),
    );
  const admins = async () =>
    (await t.app.db.selectFrom("admins").select("email").orderBy("email").execute()).map(
      ({ email }) => email,
    );

  test("opening the link shows the form and uses nothing up", async () => {
    for (const method of ["GET", "HEAD", "GET"]) {
      const seen = await see(fetch(link, { method }));
      expect(seen.status).toBe(200);
      expect(seen.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
      expect(seen.headers.get("cache-control")).toBe("no-store");
      expect(seen.text.includes(token)).toBe(method === "GET");
    }
    const { text, heading } = await see(fetch(link));
    expect(heading).toBe("Become an administrator");
    expect(text).toContain("<title>Become an administrator · svc</title>");
    expect(text).toContain('<form method="post" action="accept-invite"');
    expect(text).toContain('minlength="12"');
    expect(text).toContain("At least 12 characters");
    expect(text).toMatch(/root@example\.com<\/bdi> sent the invitation to .*ada@example\.com/);
    expect(text).toContain("Owner (this server)");
    expect(text).not.toMatch(/<script|src="http|href="http/);
    expect(await admins()).toEqual(["root@example.com"]);
  });

  test("the form makes the administrator, who is told where to log in", async () => {
    const done = await submit({ token, password: PASSWORD });
    expect(done).toMatchObject({ status: 200, heading: "You are an administrator" });
    expect(done.text).toContain("Your role: <strong>Owner (this server)</strong>");
    expect(done.text).toContain(`<strong><bdi dir="ltr">${ADA}</bdi></strong>`);
    expect(done.text).toContain("console");
    expect(done.text).toContain(`<code dir="ltr">svc login ${t.url}</code>`);
    expect(done.text).not.toContain(token);
    expect(done.headers.getSetCookie()).toEqual([]);
    await t.login(ADA, PASSWORD);
    expect(t.logLines.join()).not.toContain(token);
    expect(t.logLines.join()).not.toContain(PASSWORD);

    const again = await submit({ token, password: PASSWORD });
    expect(again).toMatchObject({ status: 400, heading: "This link no longer works" });
  });

  test("a refused password is explained, and the link stays valid", async () => {
    const short = await submit({ token, password: "eleven char" });
    expect(short).toMatchObject({ status: 400, heading: "Become an administrator" });
    expect(short.text).toContain("Too short: use at least 12 characters");
    expect(short.text).not.toContain("eleven char");
    expect((await submit({ token, password: "qwerty123456" })).text).toContain("Too common");
    expect((await submit({ token, password: PASSWORD })).status).toBe(200);
  });

  test("the password can be shown and hidden before it is sent", async () => {
    const shown = await submit({ token, password: PASSWORD, step: "show" });
    expect(shown).toMatchObject({ status: 200, heading: "Become an administrator" });
    expect(shown.text).toMatch(new RegExp(`<input type="text" [^>]* value="${PASSWORD}"`));
    const hidden = await submit({ token, password: PASSWORD, step: "hide" });
    expect(hidden.text).toMatch(new RegExp(`<input type="password" [^>]* value="${PASSWORD}"`));
    expect(await admins()).toEqual(["root@example.com"]);
    expect(t.logLines.join()).not.toContain(PASSWORD);
  });

  test("unknown, malformed and expired links look the same", async () => {
    t.advance(72 * 3_600_000);
    const answers = [];
    for (const dead of [token, "A".repeat(43), "", '"><script>', "a".repeat(5000)]) {
      answers.push(await submit({ token: dead, password: PASSWORD }));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.heading).toBe("This link no longer works");
  });

  test("a form from another site changes nothing", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      expect((await submit({ token, password: PASSWORD }, headers)).status).toBe(403);
    }
    expect(await admins()).toEqual(["root@example.com"]);
  });

  test("the address that the visitor typed never gets into a link", async () => {
    const poisoned = await see(
      fetch(link, { headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" } }),
    );
    expect(poisoned.text).not.toContain("evil");
  });
});
