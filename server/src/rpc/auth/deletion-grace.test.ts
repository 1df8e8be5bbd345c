import { timestampMs } from "@bufbuild/protobuf/wkt";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, idOf, PASSWORD, TakeoverBench, VICTIM } from "../../../test/takeovers/takeover-bench.ts";
import { eraseDueUsers } from "../../domain/accounts/erase-due-users.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const DAYS = 14;

describe.each(engines)("A project with a grace period on $kind", (engine) => {
  let b: TakeoverBench;
  let ada: TokenResponse;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, { deletionGraceDays: DAYS });
    ada = await b.signUpVerified();
    userId = idOf(ada);
  });
  afterEach(() => b.close());

  const dueAt = () => b.t.app.clock() + DAYS * DAY_MS;
  const deletionTimeOf = async () => {
    const { deletionTime } = await b.user(userId);
    return deletionTime && timestampMs(deletionTime);
  };
  const deleteNow = () => b.as(ada).deleteAccount({ currentPassword: PASSWORD });
  const events = async () => {
    const rows = await b.t.app.db
      .selectFrom("events")
      .select(["kind", "actor", "data"])
      .where("userId", "=", userId)
      .where("kind", "like", "user.delet%")
      .orderBy("id")
      .execute();
    return rows.map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)]);
  };

  test("DeleteAccount signs out everywhere, tells the time, and a job deletes the account then", async () => {
    const other = await b.signIn();
    const expected = dueAt();
    const mails = await b.mailsOf(async () => {
      const { deletionTime } = await deleteNow();
      expect(deletionTime && timestampMs(deletionTime)).toBe(expected);
    });
    expect(mails).toMatchObject([{ to: VICTIM }]);
    expect(mails[0]?.text).toMatch(/will be deleted on \d+ \w+ \d{4} at \d\d:\d\d UTC.*Sign in before then/s);
    expect(await deletionTimeOf()).toBe(expected);
    expect((await b.users.listUsers({})).users[0]?.deletionTime).toBeDefined();
    expect(await b.sessions(userId)).toEqual([]);
    expect(await reasonOf(b.as(ada).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(b.auth.refreshToken({ refreshToken: other.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    expect(await events()).toEqual([
      ["user.deletion_scheduled", `user:${userId}`, { reason: "asked_by_user", days: DAYS }],
    ]);

    b.t.advance(DAYS * DAY_MS - 1);
    expect(await eraseDueUsers(b.t.app)).toBe(0);
    b.t.advance(1);
    expect(await eraseDueUsers(b.t.app)).toBe(1);
    expect(await b.exists(userId)).toBe(false);
    expect((await events()).at(-1)).toEqual(["user.deleted", "system", { reason: "asked_by_user" }]);
  });

  test("the emailed link schedules the deletion too, also without a verified address", async () => {
    const bob = idOf(await b.signUp("bob@example.com"));
    const token = await b.deletionLink("bob@example.com");
    const mails = await b.mailsOf(async () => {
      const { deletionTime } = await b.auth.confirmAccountDeletion({ token });
      expect(deletionTime && timestampMs(deletionTime)).toBe(dueAt());
    });
    expect(mails).toMatchObject([{ to: "bob@example.com" }]);
    expect(await reasonOf(b.auth.confirmAccountDeletion({ token }))).toBe("EMAIL_TOKEN_INVALID");
    b.t.advance(DAYS * DAY_MS);
    await eraseDueUsers(b.t.app);
    expect(await b.exists(bob)).toBe(false);
    const deleted = await b.t.app.db
      .selectFrom("events")
      .select("data")
      .where("kind", "=", "user.deleted")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(deleted.data)).toEqual({ reason: "asked_by_mail" });
  });

  test("signing in keeps the account, says so once, and the job leaves it alone", async () => {
    await deleteNow();
    const would = await deletionTimeOf();
    b.t.advance(DAYS * DAY_MS + 1); // due, but the job has not run yet
    const kept = await b.signIn();
    expect(kept.canceledDeletionTime && timestampMs(kept.canceledDeletionTime)).toBe(would);
    expect(await deletionTimeOf()).toBeUndefined();
    expect((await b.signIn()).canceledDeletionTime).toBeUndefined();
    const refreshed = await b.auth.refreshToken({ refreshToken: kept.refreshToken });
    expect(refreshed.canceledDeletionTime).toBeUndefined();
    expect(await eraseDueUsers(b.t.app)).toBe(0);
    expect(await b.exists(userId)).toBe(true);
    expect((await events()).map(([kind]) => kind)).toEqual([
      "user.deletion_scheduled",
      "user.deletion_canceled",
    ]);
  });

  test("signing in with a provider keeps the account, and so does a reset followed by a sign-in", async () => {
    await b.oauth.link(b.project, ada.accessToken, "google", "g-1");
    await deleteNow();
    const kept = await b.oauth.signIn(b.project, "google", "g-1");
    expect(kept.canceledDeletionTime).toBeDefined();
    await b.as(kept).deleteAccount({});

    await b.reset();
    expect(await deletionTimeOf()).toBeDefined();
    expect((await b.signIn(VICTIM, "an entirely new phrase")).canceledDeletionTime).toBeDefined();
    expect(await deletionTimeOf()).toBeUndefined();
  });

  test("a guest is deleted at once, and so is everybody whom a backend deletes", async () => {
    const guest = await b.auth.signInAnonymously({});
    expect((await b.as(guest).deleteAccount({})).deletionTime).toBeUndefined();
    expect(await b.exists(idOf(guest))).toBe(false);
    await b.users.deleteUser({ userId });
    expect(await b.exists(userId)).toBe(false);
  });

  test("a change of the setting moves no date that was given", async () => {
    const expected = dueAt();
    await deleteNow();
    for (const deletionGraceDays of [0, 90]) {
      await updateProject(b.t.app, systemActor, b.project.id, { settings: { deletionGraceDays } });
      expect(await deletionTimeOf()).toBe(expected);
    }
    b.t.advance(DAYS * DAY_MS);
    expect(await eraseDueUsers(b.t.app)).toBe(1);
  });

  test("an administrator keeps the account or deletes it at once", async () => {
    const { token } = await b.t.addAdmin();
    const admin = b.t.client(AdminUserService, { authorization: `Bearer ${token}` });
    const named = { project: b.project.slug, userId };
    await deleteNow();
    expect((await admin.getUser(named)).user?.deletionTime).toBeDefined();
    expect((await admin.cancelUserDeletion(named)).user?.deletionTime).toBeUndefined();
    expect(await deletionTimeOf()).toBeUndefined();
    expect(await b.sessions(userId)).toEqual([]);
    await admin.cancelUserDeletion(named); // nothing to cancel
    const canceled = (await events()).filter(([kind]) => kind === "user.deletion_canceled");
    expect(canceled).toEqual([["user.deletion_canceled", expect.stringMatching(/^admin:/), {}]]);

    await b.as(await b.signIn()).deleteAccount({});
    await admin.deleteUser(named);
    expect(await b.exists(userId)).toBe(false);
    expect(await reasonOf(admin.cancelUserDeletion(named))).toBe("NOT_FOUND");
  });

  test("GetProjectConfig says how long accounts wait", async () => {
    const config = b.t.client(ConfigService, { "x-svc-key": b.project.publishableKey });
    expect((await config.getProjectConfig({})).deletionGraceDays).toBe(DAYS);
  });
});
