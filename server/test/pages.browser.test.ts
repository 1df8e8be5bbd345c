import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { inBrowser, onPage } from "./pages-browser.ts";
import { inspect, openSession, type Session } from "./pages-inspector.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a brand new passphrase, with spaces and 🔑, far longer than sixty-four characters";

describe("the pages in a real browser", () => {
  let t: TestApp;
  let project: Project;
  let accessToken: string;
  let session: Session;

  const browser = inBrowser(
    async (browser) => {
      t = await TestApp.open(engines[0] ?? expect.fail());
      ({ project } = await t.addProject("Fernweh"));
      ({ accessToken } = await t.addUser(project, EMAIL, PASSWORD));
      session = await openSession(browser);
    },
    async () => {
      await session.context.close();
      await t.close();
    },
  );

  /** Nothing was asked of anybody else, and the browser had nothing to refuse. */
  const expectPeace = (): void => {
    expect(session.requests.filter((url) => !url.startsWith(`${t.url}/p/fernweh/`))).toEqual([]);
    expect(session.complaints).toEqual([]);
  };
  const newestLink = async (): Promise<string> => {
    await t.deliverMail();
    return t.mails.findLast(({ link }) => link !== undefined)?.link ?? expect.fail("no mail");
  };
  const { heading, press } = onPage(() => session);
  const me = async () => (await t.auth(project, accessToken).getMe({})).user;

  test("verify: the mailed link, one button", async () => {
    const { page } = session;
    await page.goto(await newestLink());
    expect(await page.title()).toBe("Confirm your email address · Fernweh");
    expect(await page.getByRole("banner").innerText()).toContain("Fernweh");
    expect(await page.getByRole("main").count()).toBe(1);
    await inspect(session, "verify");
    expect((await me())?.emailVerified).toBe(false);

    await press("Confirm my email address");
    expect(await heading()).toBe("Your email address is confirmed");
    expect(page.url()).toBe(`${t.url}/p/fernweh/verify`);
    await inspect(session, "verify-done");
    expect((await me())?.emailVerified).toBe(true);
    expectPeace();
  });

  test("verify: “This wasn't me”, back, and once more", async () => {
    await session.page.goto(await newestLink());
    await press("This wasn't me");
    expect(await heading()).toBe("Delete this account?");
    await inspect(session, "verify-not-me");
    await press("Go back");
    expect(await heading()).toBe("Confirm your email address");
    await press("This wasn't me");
    await press("Delete the account");
    expect(await heading()).toBe("The account is deleted");
    await inspect(session, "verify-rejected");
    expect(await reasonOf(me())).toBe("SESSION_REVOKED");
    expectPeace();
  });

  test("reset: the browser holds the policy, the server says what it alone knows", async () => {
    const { page } = session;
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await page.goto(await newestLink());
    await inspect(session, "reset");

    const field = page.getByLabel("New password");
    await field.fill("short");
    await press("Save new password");
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
    await field.fill("x".repeat(257));
    expect(await field.inputValue()).toHaveLength(257); // a long one is refused, never cut
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);

    await field.fill("password123");
    await press("Save new password");
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByRole("alert").innerText()).toContain("Too common");
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(await field.inputValue()).toBe("");
    await inspect(session, "reset-mistake");

    await field.fill(NEW_PASSWORD);
    await press("Save new password");
    expect(await heading()).toBe("Your password is changed");
    await inspect(session, "reset-done");
    await t.auth(project).signIn({ email: EMAIL, password: NEW_PASSWORD });
    expectPeace();
  });

  test("reset: the password can be looked at, and Enter saves it", async () => {
    const { page } = session;
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await page.goto(await newestLink());
    const field = page.getByLabel("New password");
    await field.fill("half a pass");
    await press("Show password");
    await page.getByRole("button", { name: "Hide password" }).waitFor();
    expect(await field.getAttribute("type")).toBe("text");
    expect(await field.inputValue()).toBe("half a pass");
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
    await inspect(session, "reset-shown");
    await press("Hide password");
    await page.getByRole("button", { name: "Show password" }).waitFor();
    expect(await field.getAttribute("type")).toBe("password");
    expect(await field.inputValue()).toBe("half a pass");

    await field.fill(NEW_PASSWORD);
    await field.press("Enter");
    await page.getByRole("heading", { name: "Your password is changed" }).waitFor();
    await t.auth(project).signIn({ email: EMAIL, password: NEW_PASSWORD });
    expectPeace();
  });

  test("confirm-email: one button, and the new address is named", async () => {
    await t
      .auth(project, accessToken)
      .requestEmailChange({ newEmail: "ada@new.example.com", currentPassword: PASSWORD });
    await session.page.goto(await newestLink());
    await inspect(session, "confirm-email");
    await press("Use this address");
    expect(await heading()).toBe("Your email address is changed");
    expect(await session.page.getByRole("main").innerText()).toContain("ada@new.example.com");
    await inspect(session, "confirm-email-done");
    expectPeace();
  });

  test("delete-account: from the form to the end", async () => {
    const { page } = session;
    await page.goto(`${t.url}/p/fernweh/delete-account`);
    await inspect(session, "delete-account-form");
    await page.getByLabel("Email address").fill(EMAIL);
    await press("Send me the link");
    expect(await heading()).toBe("Check your inbox");
    await inspect(session, "delete-account-sent");

    await page.goto(await newestLink());
    await inspect(session, "delete-account");
    await press("Delete my account"); // the browser asks for the box to be ticked
    expect(await heading()).toBe("Delete your account?");
    await page.getByLabel("Yes, permanently delete my account").check();
    await press("Delete my account");
    expect(await heading()).toBe("Your account is deleted");
    await inspect(session, "delete-account-done");
    expect(await reasonOf(me())).toBe("SESSION_REVOKED");
    expectPeace();
  });

  test("a registered scheme: what is done has a button that leads back to the app", async () => {
    const redirectSchemes = ["com.example.fernweh"];
    await updateProject(t.app, systemActor, project.id, { settings: { redirectSchemes } });
    const { page } = session;
    await page.goto(await newestLink());
    await press("Confirm my email address");
    const button = page.getByRole("link", { name: "Open the app" });
    expect(await button.getAttribute("href")).toBe("com.example.fernweh://");
    await inspect(session, "verify-done-open-app");
    expectPeace();
  });

  test("dead links and unknown projects have a page, too", async () => {
    const { page } = session;
    await page.goto(`${t.url}/p/fernweh/delete-account?token=${"x".repeat(43)}`);
    expect(await heading()).toBe("This link no longer works");
    await inspect(session, "dead-link");
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    expect(await heading()).toBe("Delete your Fernweh account");
    expectPeace();

    await page.goto(`${t.url}/p/nobody/verify?token=${"x".repeat(43)}`);
    expect(await heading()).toBe("Page not found");
    await inspect(session, "not-found");

    await page.goto(`${t.url}/p/fernweh/nothing`);
    expect(await heading()).toBe("Page not found");
    expect(await page.title()).toContain("Fernweh");
    await inspect(session, "no-such-page");
  });

  test("the keyboard alone is enough, without scripts, and shows where it is", async () => {
    await session.context.close();
    session = await openSession(browser(), { javaScriptEnabled: false });
    const { keyboard } = session.page;
    const focus = () =>
      session.page.evaluate(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element ?? document.body);
        return { tag: element?.tagName, outline: `${outlineStyle} ${outlineWidth}` };
      });

    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await session.page.goto(await newestLink());
    await keyboard.press("Tab");
    expect(await focus()).toEqual({ tag: "INPUT", outline: "solid 3px" });
    await keyboard.type(PASSWORD.toUpperCase());
    await keyboard.press("Tab");
    expect(await focus()).toEqual({ tag: "BUTTON", outline: "solid 3px" });
    await keyboard.press("Enter");
    await session.page.getByText("All devices are signed out").waitFor();

    await t.auth(project).requestAccountDeletion({ email: EMAIL });
    await session.page.goto(await newestLink());
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await session.page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
  });

  test("another site can neither frame a page nor send its form", async () => {
    const { page } = session;
    const link = await newestLink();
    // Both are local, and still two sites: a browser may keep the world outside from local pages by itself.
    const evil = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<iframe src="${link}"></iframe>
        <form method="post" action="${t.url}/p/fernweh/delete-account">
        <input name="email" value="${EMAIL}"><button>win</button></form>`);
    });
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const { port } = evil.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    expect(session.complaints.join("\n")).toMatch(/^net::ERR_BLOCKED_BY_RESPONSE .*\/verify/m);
    expect(await page.frameLocator("iframe").getByRole("heading", { level: 1 }).count()).toBe(0);

    await press("win");
    expect(await heading()).toBe("This came from another site");
    await t.deliverMail();
    expect(t.mails.filter((mail) => mail.link?.includes("delete-account"))).toEqual([]);
    evil.closeAllConnections();
    evil.close();
  });
});
