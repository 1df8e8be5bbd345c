import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "../../domain/admins/create-admin.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp, type TestAppOptions } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const ADA = "ada@example.com";
const PASSWORD = "a brand new passphrase";
const HOUR = 3_600_000;

describe.each(engines)("Invitations of administrators on $kind", (engine) => {
  let t: TestApp;
  let rootToken: string;
  const open = async (options?: TestAppOptions): Promise<void> => {
    t = await TestApp.open(engine, options);
    rootToken = (await t.addAdmin(ROOT)).token;
  };
  beforeEach(() => open());
  afterEach(() => t.close());

  const accounts = () => t.client(AdminAccountService, { authorization: `Bearer ${rootToken}` });
  const anybody = () => t.client(AdminAccountService);
  const accept = (token: string, password = PASSWORD) => anybody().acceptInvite({ token, password });

  /** The token of the mailed link. */
  async function invite(email = ADA): Promise<string> {
    await accounts().inviteAdmin({ email });
    expect(await t.deliverMail()).toMatchObject({ sent: 1 });
    return t.mails.at(-1)?.token ?? "";
  }

  test("the invited get a link to this server, choose a password and log in", async () => {
    const { invite: sent } = await accounts().inviteAdmin({ email: " Ada@Example.com " });
    expect(sent).toMatchObject({ email: ADA, invitedBy: ROOT });
    expect(sent?.expiresAt && timestampMs(sent.expiresAt)).toBe(t.app.clock() + 72 * HOUR);
    const [listed] = (await accounts().listAdmins({})).invites;
    expect(listed).toEqual(sent);

    await t.deliverMail();
    const [mail] = t.mails;
    expect(mail?.to).toBe(ADA);
    expect(mail?.link).toBe(`${t.url}/admin/accept-invite?token=${mail?.token}`);
    expect(mail?.token).toMatch(/^[\w-]{43}$/);
    expect(mail?.text).toContain(mail?.link);
    expect(mail?.text).toContain("expires in 72 hours");
    expect(mail?.html).toContain("Accept the invitation");
    expect(mail?.subject).toBe(`You've been invited to administer ${new URL(t.url).host}`);

    const { admin } = await accept(mail?.token ?? "");
    expect(admin).toMatchObject({ email: ADA });
    await t.login(ADA, PASSWORD);
    expect(await accounts().listAdmins({})).toMatchObject({
      admins: [{ email: ADA }, { email: ROOT }],
      invites: [],
    });
    const events = await t.app.db.selectFrom("events").selectAll().orderBy("id").execute();
    expect(events.map(({ kind, actor, ip }) => `${kind} ${actor} ${ip}`)).toEqual([
      "admin.created system null",
      "admin.token_created system null",
      `admin.invited admin:${ROOT} 127.0.0.1`,
      `admin.joined admin:${ADA} 127.0.0.1`,
      `admin.logged_in admin:${ADA} 127.0.0.1`,
    ]);
  });

  test("a link works once, also for 32 who use it at the same moment", async () => {
    await t.close();
    await open({ rateLimits: "off" });
    const token = await invite();
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        accept(token, `${PASSWORD} ${i}`).then(
          () => "OK",
          (error: unknown) => reasonOf(Promise.reject(error)),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(31).fill("EMAIL_TOKEN_INVALID"), "OK"]);
    await t.login(ADA, `${PASSWORD} ${outcomes.indexOf("OK")}`);
    expect(await reasonOf(accept(token))).toBe("EMAIL_TOKEN_INVALID");
  });

  test("a link works for 72 hours from when it was mailed", async () => {
    const [kept, lost] = [await invite(), await invite("late@example.com")];
    t.advance(72 * HOUR - 1);
    expect((await accounts().listAdmins({})).invites).toHaveLength(2);
    await accept(kept);
    t.advance(1);
    expect(await reasonOf(accept(lost))).toBe("EMAIL_TOKEN_INVALID");
    expect((await accounts().listAdmins({})).invites).toEqual([]);
    expect(await cleanUp(t.app)).toMatchObject({ adminInvites: 1 });
  });

  test("only the newest link works, and the older one is dead before the new mail leaves", async () => {
    const first = await invite();
    await accounts().inviteAdmin({ email: ADA });
    expect(await reasonOf(accept(first))).toBe("EMAIL_TOKEN_INVALID");
    await accounts().inviteAdmin({ email: ADA });
    expect(await t.deliverMail()).toMatchObject({ sent: 1, skipped: 1 });
    expect((await accounts().listAdmins({})).invites).toHaveLength(1);
    await accept(t.mails.at(-1)?.token ?? "");
  });

  test("a withdrawn invitation is dead, and its mail is not sent any more", async () => {
    const token = await invite();
    const [open] = (await accounts().listAdmins({})).invites;
    await accounts().removeAdmin({ inviteId: open?.id ?? "" });
    expect(await reasonOf(accept(token))).toBe("EMAIL_TOKEN_INVALID");

    const { invite: unsent } = await accounts().inviteAdmin({ email: ADA });
    await accounts().removeAdmin({ inviteId: unsent?.id ?? "" });
    expect(await t.deliverMail()).toMatchObject({ sent: 0, skipped: 1 });
    const kinds = await t.app.db.selectFrom("events").select("kind").orderBy("id").execute();
    expect(kinds.filter(({ kind }) => kind === "admin.invite_withdrawn")).toHaveLength(2);
  });

  test("an administrator cannot be invited, and one made meanwhile voids the invitation", async () => {
    expect(await failureOf(accounts().inviteAdmin({ email: "ROOT@example.com" }))).toEqual({
      code: "AlreadyExists",
      reason: "ALREADY_EXISTS",
      metadata: { resource: "admin", field: "email" },
    });
    const token = await invite();
    await createAdmin(t.app, { email: ADA, password: ADMIN_PASSWORD });
    expect(await reasonOf(accept(token))).toBe("EMAIL_TOKEN_INVALID");
    expect((await accounts().listAdmins({})).invites).toEqual([]);
    await t.login(ADA, ADMIN_PASSWORD);
  });

  test.each(["", "nobody", "a@b@c", "a b@example.com", "x@example.com\r\nBcc: y@example.com"])(
    "%j is no address to invite",
    async (email) => {
      expect(await failureOf(accounts().inviteAdmin({ email }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "email" },
      });
    },
  );

  test("a refused password leaves the link valid", async () => {
    const token = await invite();
    expect(await failureOf(accept(token, "eleven char"))).toEqual({
      code: "InvalidArgument",
      reason: "WEAK_PASSWORD",
      metadata: { rule: "min_length", min_length: "12" },
    });
    expect(await failureOf(accept(token, "qwerty123456"))).toMatchObject({ metadata: { rule: "common" } });
    expect(await failureOf(accept(token, ADA))).toMatchObject({ metadata: { rule: "personal" } });
    await accept(token);
  });

  test("unknown and malformed tokens are alike, and a weak password does not tell them apart", async () => {
    for (const token of ["", "x", "A".repeat(43), "a".repeat(5000), rootToken]) {
      expect(await reasonOf(accept(token, "short"))).toBe("EMAIL_TOKEN_INVALID");
    }
  });

  test("the link's token is nowhere but in the mail", async () => {
    const token = await invite();
    const tables = await Promise.all(
      (["adminInvites", "outbox", "events"] as const).map((table) =>
        t.app.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify([tables, t.logLines])).not.toContain(token);
    await accept(token);
    expect(t.logLines.join()).not.toContain(token);
  });
});
