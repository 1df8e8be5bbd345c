import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { idOf, PASSWORD, TakeoverBench } from "../../../test/takeovers/takeover-bench.ts";
import { eraseDueUsers } from "../../domain/accounts/erase-due-users.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import type { ProjectSettings } from "../../domain/projects/settings.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";

const EMAIL = "troll@gmail.com";
const GMAIL = { email: EMAIL, email_verified: true };
const TAKEN = "taken@gmail.com";

describe.each(engines)("A project that bans erased users on $kind", (engine) => {
  let b: TakeoverBench;
  afterEach(() => b.close());

  const open = async (settings: Partial<ProjectSettings> = {}) => {
    b = await TakeoverBench.open(engine, { banErasedUsers: true, ...settings });
    await b.users.createUser({ email: TAKEN, password: PASSWORD, emailVerified: true });
  };
  beforeEach(() => open());
  const reopen = async (settings: Partial<ProjectSettings>) => {
    await b.close();
    await open(settings);
  };

  const create = async () =>
    idOf(await b.users.createUser({ email: EMAIL, password: PASSWORD, emailVerified: true }));
  /** A user with Google and Apple who was disabled and then deleted by the backend. */
  const ban = async () => {
    const userId = await create();
    const { accessToken } = await b.signIn(EMAIL);
    await b.oauth.link(b.project, accessToken, "google", "g-troll", GMAIL);
    await b.oauth.link(b.project, accessToken, "apple", "a-troll");
    await b.users.disableUser({ userId });
    await b.users.deleteUser({ userId });
  };
  const bans = () => b.t.app.db.selectFrom("bannedAddresses").selectAll().execute();
  const signUp = (email: string) => b.auth.signUp({ email, password: PASSWORD });

  test("stores keyed hashes of the address and the provider accounts alone", async () => {
    await ban();
    const rows = await bans();
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ banId }) => banId)).size).toBe(1);
    for (const { hash } of rows) expect(hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain("troll");
  });

  test("refuses a sign-up with the address, however it is written, as one with a taken address", async () => {
    await ban();
    const refused = await failureOf(signUp(TAKEN));
    expect(refused.reason).toBe("EMAIL_ALREADY_EXISTS");
    expect(await failureOf(signUp(EMAIL))).toEqual(refused);
    expect(await failureOf(signUp(" Troll@GMail.com "))).toEqual(refused);
    expect(await b.users.listUsers({ query: "troll" })).toMatchObject({ users: [] });
  });

  test("answers a sign-up alike where addresses must be verified, and mails nobody", async () => {
    await reopen({ requireEmailVerification: true });
    const userId = await create();
    await b.users.disableUser({ userId });
    await b.users.deleteUser({ userId });
    const taken = await signUp(TAKEN);
    const mails = await b.mailsOf(async () => expect(await signUp(EMAIL)).toEqual(taken));
    expect(mails.filter(({ to }) => to === EMAIL)).toEqual([]);
    expect(await b.users.listUsers({ query: "troll" })).toMatchObject({ users: [] });
  });

  test("bans a disabled user who deletes the account by mail, also after a grace period", async () => {
    await reopen({ deletionGraceDays: 1 });
    const userId = await create();
    await b.users.disableUser({ userId });
    await b.auth.confirmAccountDeletion({ token: await b.deletionLink(EMAIL) });
    expect(await bans()).toEqual([]);
    b.t.advance(86_400_000);
    await eraseDueUsers(b.t.app);
    expect(await reasonOf(signUp(EMAIL))).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("bans nobody who was not disabled", async () => {
    await b.users.deleteUser({ userId: await create() });
    expect(await bans()).toEqual([]);
    await signUp(EMAIL);
  });

  test("refuses the provider accounts as a disabled user's, and the address if the provider vouches for it", async () => {
    await ban();
    const signIn = (provider: "google" | "apple", sub: string, claims = {}) =>
      reasonOf(b.oauth.signIn(b.project, provider, sub, claims));
    expect(await signIn("google", "g-troll", { email: "other@gmail.com", email_verified: true })).toBe(
      "USER_DISABLED",
    );
    expect(await signIn("apple", "a-troll")).toBe("USER_DISABLED");
    expect(await signIn("google", "g-new", GMAIL)).toBe("USER_DISABLED");
    // Whoever has not proven the mailbox does not learn that it is banned.
    const unproven = { email: EMAIL, email_verified: false };
    expect(await signIn("google", "g-new", unproven)).toBe("EMAIL_ALREADY_EXISTS");
    expect(await b.users.listUsers({})).toMatchObject({ users: [{ email: TAKEN }] });
  });

  test("upgrades no guest to the address or a provider account", async () => {
    await ban();
    const guest = await b.auth.signInAnonymously({});
    const linkPassword = b.as(guest).linkPassword({ email: EMAIL, password: PASSWORD });
    expect(await reasonOf(linkPassword)).toBe("EMAIL_ALREADY_EXISTS");
    const link = (sub: string, claims = {}) =>
      reasonOf(b.oauth.link(b.project, guest.accessToken, "google", sub, claims));
    expect(await link("g-troll")).toBe("OAUTH_ACCOUNT_EXISTS");
    expect(await link("g-new", GMAIL)).toBe("OAUTH_ACCOUNT_EXISTS");
    expect((await b.user(idOf(guest))).isAnonymous).toBe(true);
  });

  test("sends no link to a banned address, and follows none that was sent before", async () => {
    const mallory = await b.signUp("mallory@example.com");
    const before = await b.changeLink(mallory, EMAIL);
    await ban();
    const answers = [];
    for (const newEmail of [TAKEN, EMAIL]) answers.push(await b.as(mallory).requestEmailChange({ newEmail }));
    expect(answers[1]).toEqual(answers[0]);
    const last = b.mailsTo(EMAIL).length;
    await b.t.deliverMail();
    expect(b.mailsTo(EMAIL)).toHaveLength(last);
    expect(await reasonOf(b.auth.confirmEmailChange({ token: before }))).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("a backend that creates the user lifts the ban of everything, and is told so", async () => {
    await ban();
    const { user, banLifted } = await b.users.createUser({ email: EMAIL });
    expect(banLifted).toBe(true);
    expect(await bans()).toEqual([]);
    await b.users.deleteUser({ userId: user?.id ?? "" });
    expect((await b.users.createUser({ email: EMAIL })).banLifted).toBe(false);
    await b.oauth.signIn(b.project, "apple", "a-troll");
    const lifted = b.t.app.db.selectFrom("events").select("id").where("kind", "=", "user.ban_lifted");
    expect(await lifted.execute()).toHaveLength(1);
  });

  test("a backend that gives the address to a user lifts the ban, and so does an import", async () => {
    await ban();
    const { user } = await b.users.getUser({ email: TAKEN });
    await b.users.updateUser({ userId: user?.id ?? "", email: EMAIL });
    expect(await bans()).toEqual([]);
    await b.users.updateUser({ userId: user?.id ?? "", email: TAKEN });

    await ban();
    const cookie = { authorization: `Bearer ${(await b.t.addAdmin()).token}` };
    const { users } = await b.t
      .client(ProjectService, cookie)
      .importUsers({ project: b.project.slug, users: [{ email: EMAIL }] })
      .then(async () => b.t.client(AdminUserService, cookie).listUsers({ project: b.project.slug }));
    expect(users.map(({ email }) => email)).toContain(EMAIL);
    expect(await bans()).toEqual([]);
  });

  test("switched off, it lets everybody in and forgets the hashes after 30 days; other projects are not affected", async () => {
    await ban();
    const other = await b.oauth.addProject({ banErasedUsers: true }, "Other");
    await b.t.auth(other).signUp({ email: EMAIL, password: PASSWORD });
    await updateProject(b.t.app, systemActor, b.project.id, { settings: { banErasedUsers: false } });
    expect(await bans()).toHaveLength(3);
    await signUp(EMAIL);
    b.t.advance(30 * 86_400_000 - 1);
    await eraseDueUsers(b.t.app);
    expect(await bans()).toHaveLength(3);
    b.t.advance(1);
    await eraseDueUsers(b.t.app);
    expect(await bans()).toEqual([]);
  });

  test("deleting the project deletes its bans", async () => {
    await ban();
    await deleteProject(b.t.app, systemActor, b.project.id);
    expect(await bans()).toEqual([]);
  });

  test("a sign-up that races the deletion of the banned user never succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `racer${round}@example.com`;
      const userId = idOf(await b.users.createUser({ email, password: PASSWORD, emailVerified: true }));
      await b.users.disableUser({ userId });
      const attempts = Array.from({ length: 4 }, () => reasonOf(signUp(email)));
      await b.users.deleteUser({ userId });
      expect(new Set(await Promise.all(attempts))).toEqual(new Set(["EMAIL_ALREADY_EXISTS"]));
    }
  });
});
