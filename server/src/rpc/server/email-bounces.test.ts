import { UserService as AdminUsers } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const ada = "ada@example.com";
const PASSWORD = "a long enough password";

describe.each(engines)("The flag of an address that bounces on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject());
    userId = (await t.addUser(project, ada, PASSWORD)).user?.id ?? "";
    await t.addUser(project, "grace@example.com", PASSWORD);
  });
  afterEach(() => t.close());

  const backend = (key = secretKey) => t.client(UserService, { "x-svc-key": key });
  const admin = async () => {
    const { token } = await t.addAdmin();
    return t.client(AdminUsers, { authorization: `Bearer ${token}` });
  };
  const events = async () => {
    const rows = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "%bounce%")
      .orderBy("id")
      .execute();
    return rows.map(({ kind, actor, data }) => `${kind} ${actor} ${data}`);
  };

  test("a backend marks and clears it by address, as the webhook of an email provider knows it", async () => {
    const reason = "550 no mailbox\nada@example.com";
    const { user } = await backend().markEmailBounced({ email: " Ada@Example.com", reason });
    expect(user).toMatchObject({ id: userId, emailBounces: true });
    await backend().markEmailBounced({ email: ada, reason: "another one" });
    const { users } = await backend().listUsers({ filters: { emailBounces: true } });
    expect(users.map(({ email }) => email)).toEqual([ada]);
    const others = await backend().listUsers({ filters: { emailBounces: false } });
    expect(others.users.map(({ email }) => email)).toEqual(["grace@example.com"]);
    expect((await backend().clearEmailBounce({ email: ada })).user?.emailBounces).toBe(false);
    await backend().clearEmailBounce({ userId });
    expect(await events()).toEqual([
      'user.email_bounced backend {"reason":"550 no mailbox a***@example.com"}',
      "user.email_bounce_cleared backend {}",
    ]);
  });

  test("an administrator marks and clears it, which the audit log shows", async () => {
    const users = await admin();
    const named = { project: project.slug, userId, email: ada };
    const { user } = await users.markEmailBounced({ ...named, reason: "told by phone" });
    expect(user).toMatchObject({ emailBounces: true, emailBounceReason: "told by phone" });
    const cleared = await users.clearEmailBounce(named);
    expect(cleared.user).toMatchObject({ emailBounces: false, emailBounceReason: "" });
    expect((await events()).map((line) => line.split(" ")[0])).toEqual([
      "user.email_bounced",
      "admin.user_email_bounced",
      "user.email_bounce_cleared",
      "admin.user_email_bounce_cleared",
    ]);
  });

  test("only the address that bounced is marked: not another one that the user has by now", async () => {
    const named = { userId, email: "before@example.com" };
    expect(await reasonOf(backend().markEmailBounced(named))).toBe("NOT_FOUND");
    expect(await reasonOf(backend().clearEmailBounce(named))).toBe("NOT_FOUND");
    expect(await reasonOf(backend().markEmailBounced({ email: "nobody@example.com" }))).toBe("NOT_FOUND");
    expect(await failureOf(backend().markEmailBounced({}))).toMatchObject({ metadata: { field: "user_id" } });
    expect(await failureOf(backend().markEmailBounced({ userId, reason: "a".repeat(301) }))).toMatchObject({
      metadata: { field: "reason" },
    });
    expect(await events()).toEqual([]);
  });

  test("the key of another project reaches nobody here", async () => {
    const other = await t.addProject("Other");
    expect(await reasonOf(backend(other.secretKey).markEmailBounced({ email: ada }))).toBe("NOT_FOUND");
    expect(await reasonOf(backend(other.secretKey).markEmailBounced({ userId }))).toBe("WRONG_PROJECT");
  });

  test("a guest has no address to mark", async () => {
    const { project, secretKey } = await t.addProject("Guests", { allowAnonymousSignIn: true });
    const guest = await t.auth(project).signInAnonymously({});
    const marked = backend(secretKey).markEmailBounced({ userId: guest.user?.id ?? "" });
    expect(await reasonOf(marked)).toBe("INVALID_REQUEST");
  });

  test("a backend that follows the changes of users learns of it", async () => {
    t.advance(60_000);
    const { nextCursor: cursor } = await backend().listUserChanges({ fromNow: true });
    t.advance(1000);
    await backend().markEmailBounced({ email: ada });
    t.advance(60_000);
    expect((await backend().listUserChanges({ cursor })).changes).toMatchObject([
      { kind: "user.updated", userId },
    ]);
  });
});
