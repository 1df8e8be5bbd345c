import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a brand new passphrase";

describe.each(engines)("roles of invitations on $kind", (engine) => {
  let t: TestApp;
  let root: { token: string; adminId: string };
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    await t.addProject("Demo");
    await t.addProject("Other");
    root = await t.addAdmin("root@example.com");
  });
  afterEach(() => t.close());

  const accounts = (token = root.token) =>
    t.client(AdminAccountService, { authorization: `Bearer ${token}` });
  const invite = async (roles: { project: string; role: AdminRole }[], token = root.token) => {
    const { invite } = await accounts(token).inviteAdmin({ email: "ada@example.com", roles });
    await t.deliverMail();
    return { invite, link: t.mails.at(-1)?.token ?? "" };
  };
  const accept = (token: string) => t.client(AdminAccountService).acceptInvite({ token, password: PASSWORD });

  const inspect = (token: string) => t.client(AdminAccountService).inspectInvite({ token });

  test("who accepts gets the roles of the invitation", async () => {
    const { invite: sent, link } = await invite([
      { project: "other", role: AdminRole.VIEWER },
      { project: "demo", role: AdminRole.SUPPORT },
    ]);
    const expected = [
      { project: "demo", role: AdminRole.SUPPORT },
      { project: "other", role: AdminRole.VIEWER },
    ];
    expect(sent?.roles).toMatchObject(expected);
    expect(await inspect(link)).toMatchObject({
      email: "ada@example.com",
      invitedBy: "root@example.com",
      roles: expected,
    });
    expect((await accept(link)).admin?.roles).toMatchObject(expected);
    expect(await reasonOf(inspect(link))).toBe("EMAIL_TOKEN_INVALID");
  });

  test("an invitation without roles makes an owner, as in 0.1.0", async () => {
    const { link } = await invite([]);
    expect((await accept(link)).admin?.roles).toMatchObject([{ project: "", role: AdminRole.OWNER }]);
  });

  test("of a project that was deleted since nothing is left in it", async () => {
    const { link } = await invite([{ project: "other", role: AdminRole.VIEWER }]);
    await t.projects(root.token).deleteProject({ project: "other" });
    expect(await reasonOf(inspect(link))).toBe("EMAIL_TOKEN_INVALID");
    expect(await reasonOf(accept(link))).toBe("EMAIL_TOKEN_INVALID");
  });

  test("roles that do not fit are refused", async () => {
    const wrong = [
      [{ project: "demo", role: AdminRole.OWNER }],
      [{ project: "demo", role: AdminRole.NONE }],
      [{ project: "", role: AdminRole.VIEWER }],
      [
        { project: "demo", role: AdminRole.VIEWER },
        { project: "demo", role: AdminRole.SUPPORT },
      ],
    ];
    for (const roles of wrong) expect(await reasonOf(invite(roles))).toBe("INVALID_REQUEST");
    expect(await failureOf(invite([{ project: "nowhere", role: AdminRole.VIEWER }]))).toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  test("an invitation by somebody who is no longer an owner is void", async () => {
    const grace = await t.addAdmin("grace@example.com");
    const { link } = await invite([], grace.token);
    await accounts().setAdminRole({ adminId: grace.adminId, role: AdminRole.NONE });
    expect(await reasonOf(inspect(link))).toBe("EMAIL_TOKEN_INVALID");
    expect(await reasonOf(accept(link))).toBe("EMAIL_TOKEN_INVALID");
    expect((await accounts().listAdmins({})).invites).toEqual([]);
  });

  test("somebody who accepts while the inviter loses the role does not become an owner afterwards", async () => {
    for (let round = 0; round < 10; round++) {
      const grace = await t.addAdmin(`grace${round}@example.com`);
      const { link } = await invite([], grace.token);
      const [accepted] = await Promise.allSettled([
        accept(link),
        accounts().setAdminRole({ adminId: grace.adminId, role: AdminRole.NONE }),
      ]);
      const ada = (await accounts().listAdmins({})).admins.find(({ email }) => email === "ada@example.com");
      expect(ada !== undefined).toBe(accepted.status === "fulfilled");
      if (ada) await accounts().removeAdmin({ adminId: ada.id });
    }
  });

  test("the email is in the inviter's language, and in English without one", async () => {
    for (const [header, subject] of [
      ["de-CH,en;q=0.5", /Einladung|eingeladen/],
      ["tlh", /^You've been invited/],
    ] as const) {
      const headers = { authorization: `Bearer ${root.token}`, "accept-language": header };
      await t.client(AdminAccountService, headers).inviteAdmin({ email: "ada@example.com" });
      await t.deliverMail();
      expect(t.mails.at(-1)?.subject).toMatch(subject);
    }
  });
});
