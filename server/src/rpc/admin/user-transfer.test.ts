import { ImportStatus } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import vectors from "../../testing/data/foreign-hashes.json" with { type: "json" };
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";

describe.each(engines)("Export and import on $kind", (engine) => {
  let t: TestApp;
  let from: Project;
  let to: Project;
  let token: string;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off", hashesAsServed: true });
    ({ project: from, secretKey } = await t.addProject("From", { allowAnonymousSignIn: true }));
    to = (await t.addProject("To")).project;
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const exportAll = async (project: Project) => {
    const users = [];
    for (let pageToken = ""; ; ) {
      const page = await t.projects(token).exportUsers({ project: project.slug, pageSize: 2, pageToken });
      users.push(...page.users);
      pageToken = page.nextPageToken;
      if (pageToken === "") return users.sort((a, b) => a.email.localeCompare(b.email));
    }
  };
  const importInto = (users: object[], firebaseScrypt?: object) =>
    t.projects(token).importUsers({ project: "to", users, ...(firebaseScrypt && { firebaseScrypt }) });

  test("an export is one audit event with who, from where and how many, however many pages it has", async () => {
    for (const n of [1, 2, 3, 4, 5]) await t.addUser(from, `u${n}@example.com`, PASSWORD);
    await t.auth(from).signInAnonymously({});
    const recorded = async () =>
      (
        await t.app.db
          .selectFrom("events")
          .select(["kind", "projectId", "actor", "ip", "data"])
          .where("kind", "=", "admin.users_exported")
          .execute()
      ).map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) }));
    const event = {
      kind: "admin.users_exported",
      projectId: from.id,
      actor: "admin:root@example.com",
      ip: "127.0.0.1",
      data: { users: 5 },
    };
    expect(await exportAll(from)).toHaveLength(5);
    expect(await recorded()).toEqual([event]);
    const { nextPageToken } = await t.projects(token).exportUsers({ project: "from", pageSize: 2 });
    expect(await recorded()).toEqual([event, event]);

    t.advance(24 * 3_600_000);
    const kept = { project: "from", pageSize: 2, pageToken: nextPageToken };
    expect((await t.projects(token).exportUsers(kept)).users).toHaveLength(2);
    expect(await recorded()).toHaveLength(3);
    expect(await failureOf(t.projects("").exportUsers({ project: "from" }))).toMatchObject({
      reason: "ADMIN_UNAUTHENTICATED",
    });
    expect(await recorded()).toHaveLength(3);
  });

  test("an export counts the guests that it leaves out, or includes them; an import skips them", async () => {
    await t.addUser(from, "ada@example.com", PASSWORD);
    for (const _ of [1, 2, 3]) await t.auth(from).signInAnonymously({});
    const project = from.slug;
    expect(await t.projects(token).exportUsers({ project })).toMatchObject({
      users: [{ email: "ada@example.com", isAnonymous: false }],
      guestsLeftOut: 3,
    });
    const first = await t.projects(token).exportUsers({ project, includeGuests: true, pageSize: 2 });
    expect(first).toMatchObject({ users: [{ isAnonymous: true }, {}], guestsLeftOut: 0 });
    const pageToken = first.nextPageToken;
    const other = t.projects(token).exportUsers({ project, pageToken });
    expect(await reasonOf(other)).toBe("INVALID_REQUEST");
    const rest = await t.projects(token).exportUsers({ project, includeGuests: true, pageToken });
    expect(rest).toMatchObject({ nextPageToken: "", guestsLeftOut: 0 });
    const exported = await t.app.db.selectFrom("events").select("data").orderBy("id").execute();
    expect(exported.map(({ data }) => JSON.parse(data))).toContainEqual({ users: 4, guests: 3 });

    const { results } = await importInto([...first.users, ...rest.users]);
    expect(results.map(({ status }) => status)).toEqual([
      ...[ImportStatus.SKIPPED, ImportStatus.SKIPPED, ImportStatus.SKIPPED],
      ImportStatus.CREATED,
    ]);
    expect(results[0]?.reason).toBe("a guest has nothing to sign in with");
    const odd = await importInto([{ email: "eve@example.com", isAnonymous: true }]);
    expect(odd.results).toMatchObject([
      {
        status: ImportStatus.REFUSED,
        reason: "is_anonymous: cannot be set together with an email address, a password or an identity",
      },
    ]);
  });

  test("a user exported from one project signs in to another with the old password, whole", async () => {
    const users = t.client(UserService, { "x-svc-key": secretKey });
    const { user } = await users.createUser({
      email: "ada@example.com",
      password: PASSWORD,
      displayName: "Ada",
      emailVerified: true,
      customClaims: { role: "editor" },
    });
    await users.updateUser({ userId: user?.id ?? "", avatarUrl: "https://example.com/a.png" });
    await t.app.db
      .insertInto("identities")
      .values({
        id: "i",
        projectId: from.id,
        userId: user?.id ?? "",
        provider: "google",
        subject: "g-1",
        email: "a@g.example",
        createdAt: 5,
      })
      .execute();
    const { user: blocked } = await users.createUser({ email: "bob@example.com", password: PASSWORD });
    await users.disableUser({ userId: blocked?.id ?? "" });
    await users.createUser({ email: "carol@example.com" });
    await t.auth(from).signInAnonymously({});

    const exported = await exportAll(from);
    expect(exported.map(({ email }) => email).sort()).toEqual([
      "ada@example.com",
      "bob@example.com",
      "carol@example.com",
    ]);
    expect(exported.find(({ email }) => email.startsWith("ada"))).toMatchObject({
      passwordAlgorithm: "argon2id",
      identities: [{ provider: "google", subject: "g-1", email: "a@g.example" }],
      customClaims: { role: "editor" },
    });
    const { results } = await importInto(exported);
    expect(results.map(({ status }) => status)).toEqual([
      ImportStatus.CREATED,
      ImportStatus.CREATED,
      ImportStatus.CREATED,
    ]);

    const signedIn = await t.auth(to).signIn({ email: "ada@example.com", password: PASSWORD });
    expect(signedIn.user).toMatchObject({
      displayName: "Ada",
      avatarUrl: "https://example.com/a.png",
      emailVerified: true,
      claims: { role: "editor" },
      identities: [{ email: "a@g.example" }],
    });
    expect(signedIn.user?.id).not.toBe(user?.id);
    expect(await reasonOf(t.auth(to).signIn({ email: "bob@example.com", password: PASSWORD }))).toBe(
      "USER_DISABLED",
    );
    expect(await exportAll(to)).toEqual(exported);
  });

  test.each([...vectors.hashes.map(({ algorithm, hash, madeBy }) => ({ madeBy, algorithm, hash }))])(
    "a $algorithm hash made by $madeBy signs in with the old password and becomes argon2id",
    async ({ algorithm, hash }) => {
      const { results } = await importInto([
        { email: "ada@example.com", passwordHash: hash, passwordAlgorithm: algorithm },
      ]);
      expect(results).toMatchObject([{ status: ImportStatus.CREATED }]);
      expect(
        await reasonOf(t.auth(to).signIn({ email: "ada@example.com", password: "wrong password" })),
      ).toBe("INVALID_CREDENTIALS");
      await t.auth(to).signIn({ email: "ada@example.com", password: vectors.password });
      const row = await t.app.db.selectFrom("users").select("passwordHash").executeTakeFirstOrThrow();
      expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await t.auth(to).signIn({ email: "ada@example.com", password: vectors.password });
    },
  );

  test("Firebase's bare hashes sign in with the project's parameters, and are refused without them", async () => {
    const { password, salt, hash, ...parameters } = vectors.firebase;
    const user = {
      email: "ada@example.com",
      passwordHash: hash,
      passwordSalt: salt,
      passwordAlgorithm: "firebase-scrypt",
    };
    expect((await importInto([user])).results).toMatchObject([
      { status: ImportStatus.REFUSED, reason: expect.stringContaining("firebase_scrypt") },
    ]);
    await importInto([user], parameters);
    await t.auth(to).signIn({ email: "ada@example.com", password });
  });

  test("an existing email or identity is skipped, and running the same import again changes nothing", async () => {
    await t.addUser(to, "ada@example.com", PASSWORD);
    const identities = [{ provider: "apple", subject: "s-1" }];
    const batch = [
      { email: "ADA@example.com" },
      { email: "bob@example.com", identities },
      { email: "eve@example.com", identities },
      { identities: [{ provider: "apple", subject: "s-2" }] },
    ];
    const { results } = await importInto(batch);
    expect(results).toMatchObject([
      {
        index: 0,
        email: "ADA@example.com",
        status: ImportStatus.SKIPPED,
        reason: expect.stringContaining("email"),
      },
      { index: 1, status: ImportStatus.CREATED },
      { index: 2, status: ImportStatus.SKIPPED, reason: expect.stringContaining("provider account") },
      { index: 3, email: "", status: ImportStatus.CREATED },
    ]);
    const count = async () => (await t.app.db.selectFrom("users").select("id").execute()).length;
    const before = await count();
    expect((await importInto(batch)).results.every(({ status }) => status === ImportStatus.SKIPPED)).toBe(
      true,
    );
    expect(await count()).toBe(before);
    await t.auth(to).signIn({ email: "ada@example.com", password: PASSWORD });
  });

  test("what is wrong is refused with its reason, and the rest of the batch is created", async () => {
    const { results } = await importInto([
      { email: "not an address" },
      {},
      { email: "a@example.com", passwordHash: "$2b$31$".padEnd(60, "."), passwordAlgorithm: "bcrypt" },
      { email: "b@example.com", passwordHash: "secret", passwordAlgorithm: "plain" },
      { email: "c@example.com", customClaims: { text: "x".repeat(5000) } },
      { email: "d@example.com", avatarUrl: "javascript:alert(1)" },
      { email: "e@example.com", identities: [{ provider: "myspace", subject: "1" }] },
      { email: "f@example.com", identities: [{ provider: "google", subject: "" }] },
      { email: "g@example.com", identities: [{ provider: "google", subject: "1", email: "a\u001b[2J@b.c" }] },
      { email: "h@example.com", identities: [{ provider: "google", subject: "2", email: "a\u202e@b.c" }] },
      { email: "fine@example.com" },
    ]);
    expect(results.slice(0, -1).every(({ status }) => status === ImportStatus.REFUSED)).toBe(true);
    expect(results.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("email"),
      expect.stringContaining("email"),
      expect.stringContaining("cost 31"),
      expect.stringContaining("password_algorithm"),
      expect.stringContaining("custom_claims"),
      expect.stringContaining("avatar_url"),
      expect.stringContaining("provider"),
      expect.stringContaining("subject"),
      expect.stringContaining("control characters"),
      expect.stringContaining("control characters"),
      "",
    ]);
    expect(results.at(-1)?.status).toBe(ImportStatus.CREATED);
  });

  test("an import may be as large as 4 MiB and no larger", async () => {
    const claims = { text: "x".repeat(3500) };
    const users = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ email: `u${n}@example.com`, customClaims: claims }));
    expect((await importInto(users(1000))).results).toHaveLength(1000);
    expect(await failureOf(importInto(users(1300)))).toMatchObject({
      code: "InvalidArgument",
      reason: "REQUEST_TOO_LARGE",
    });
  });
});
