import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { enrollTotp, mfaPolicy } from "../src/testing/factors.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { headingOf, type Seen, Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("The authenticator app on the page that verifies an address, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let accessToken: string;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Fernweh", mfaPolicy("optional")));
    visitor = new Visitor(t, project);
    const signedUp = await t.addUser(project, EMAIL, PASSWORD);
    ({ accessToken } = signedUp);
    token = await visitor.link("verify", signedUp.user?.id ?? "", EMAIL);
    await enrollTotp(t, project, accessToken);
  });
  afterEach(() => t.close());

  const words = ({ text }: Seen): string =>
    text
      .replace(/<style>.*<\/style>/s, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  const fieldsOf = ({ text }: Seen): Record<string, string> => {
    const [, form = ""] = text.split("<form");
    const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
    return Object.fromEntries([...hidden].map(([, name = "", value = ""]) => [name, value]));
  };
  const apps = async () => (await t.app.db.selectFrom("totpFactors").selectAll().execute()).length;

  test("is shown, and removed if the visitor did not add it", async () => {
    const shown = await visitor.open(`verify?token=${token}`);
    expect(words(shown)).toContain("Authenticator app Connected on 1 January 2030, never used since");
    expect(shown.text).toContain(">Confirm and remove the authenticator app</button>");
    const done = await visitor.submit("verify", { ...fieldsOf(shown), step: "confirm-and-remove" });
    expect(headingOf(done)).toBe("Your email address is confirmed");
    expect(words(done)).toContain("The authenticator app was removed from the account");
    expect(await apps()).toBe(0);
    expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
  });

  test("stays if the visitor confirms with it", async () => {
    const shown = await visitor.open(`verify?token=${token}`);
    const done = await visitor.submit("verify", { ...fieldsOf(shown), step: "confirm" });
    expect(headingOf(done)).toBe("Your email address is confirmed");
    expect(words(done)).not.toContain("authenticator app");
    expect(await apps()).toBe(1);
    await t.auth(project, accessToken).getMe({});
  });
});
