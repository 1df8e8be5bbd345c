import { pbkdf2Sync } from "node:crypto";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dummyLike } from "../../crypto/foreign/foreign-hashes.ts";
import { listHashKinds } from "../../storage/hash-counts.ts";
import { migrate } from "../../storage/migrate.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { importUsers } from "../user-transfer/import-users.ts";

const MINUTE = 60_000;
/** So many that chance moves a share by 0.06 about once in ten million runs. */
const TRIES = 2000;
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "an entirely new phrase";

/** Cheap ones, for the sake of the tests; each is a kind of its own. */
const BCRYPT_4 = `$2a$04$${"X".repeat(53)}`;
const BCRYPT_5 = `$2b$05$${"X".repeat(53)}`;
const SCRYPT = `$scrypt$ln=2,r=8,p=1$c29tZXNhbHQ$${"B".repeat(43)}`;
const PBKDF2 = `$pbkdf2-sha256$1000$c29tZXNhbHQ$${"B".repeat(43)}`;
const ALGORITHMS = { $2: "bcrypt", $s: "scrypt", $p: "pbkdf2", pb: "pbkdf2" } as const;

describe.each(engines)("sign-in to an address without a password on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  /** What passwords were verified against, as the hasher was asked. */
  let verified: (string | null)[];
  beforeEach(async () => {
    verified = [];
    t = await TestApp.open(engine, {
      rateLimits: "off",
      passwords: (hasher) => ({
        ...hasher,
        verify(hash, password) {
          verified.push(hash);
          return hasher.verify(hash, password);
        },
      }),
    });
    ({ project, secretKey } = await t.addProject("Demo"));
  });
  afterEach(() => t.close());

  let imported = 0;
  const importHashes = async (hash: string, count: number, into = project, email?: string) => {
    const users = Array.from({ length: count }, () => ({
      email: email ?? `imported${++imported}@example.com`,
      emailVerified: true,
      displayName: "",
      avatarUrl: "",
      locale: "",
      passwordHash: hash,
      passwordAlgorithm: ALGORITHMS[hash.slice(0, 2) as keyof typeof ALGORITHMS],
      passwordSalt: "",
      customClaims: {},
      disabled: false,
      createdAt: undefined,
      isAnonymous: false,
      identities: [],
    }));
    const results = await importUsers(t.app, into, systemActor, users, undefined);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["created"]));
  };

  const verifiedFor = async (email: string, of = project): Promise<string | null> => {
    const call = t.auth(of).signIn({ email, password: "not the password" });
    expect(await reasonOf(call)).toBe("INVALID_CREDENTIALS");
    return verified.at(-1) ?? null;
  };

  const signUps = async (count: number) => {
    for (let i = 0; i < count; i++) await t.addUser(project, `native${i}@example.com`, PASSWORD);
  };

  const counted = async () =>
    new Map(
      (await listHashKinds(t.app.db, project.id))
        .filter(({ users }) => users !== 0)
        .map(({ kind, users }) => [kind, users]),
    );

  /** As the users are. */
  const recounted = async () => {
    const users = await t.app.db
      .selectFrom("users")
      .selectAll()
      .where("projectId", "=", project.id)
      .execute();
    const counts = new Map<string, number>();
    for (const { passwordHash } of users) {
      if (passwordHash === null) continue;
      const kind = dummyLike(passwordHash);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  };

  test("without users it costs a hash of our own", async () => {
    expect(await verifiedFor("nobody@example.com")).toBeNull();
  });

  test("it costs what users of the project cost, as often, and nothing that they do not", async () => {
    await signUps(10);
    await importHashes(BCRYPT_4, 20);
    await importHashes(BCRYPT_5, 30);
    await importHashes(SCRYPT, 40);
    const [native = ""] = [...(await recounted()).keys()].filter((kind) => kind.startsWith("$argon2id"));
    const counts = new Map<string | null, number>();
    for (let i = 0; i < TRIES; i++) {
      const hash = await t.app.dummyHashes.of(project.id, `nobody${i}@example.com`);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([...(await recounted()).keys()].sort());
    const share = (kind: string) => (counts.get(kind) ?? 0) / TRIES;
    expect(Math.abs(share(native) - 0.1)).toBeLessThan(0.06);
    expect(Math.abs(share(dummyLike(BCRYPT_4)) - 0.2)).toBeLessThan(0.06);
    expect(Math.abs(share(dummyLike(BCRYPT_5)) - 0.3)).toBeLessThan(0.06);
    expect(Math.abs(share(dummyLike(SCRYPT)) - 0.4)).toBeLessThan(0.06);
  });

  test("one address always costs the same, however it is typed; a known one costs its own hash", async () => {
    await signUps(3);
    await importHashes(BCRYPT_4, 3);
    await importHashes(SCRYPT, 3);
    await importHashes(PBKDF2, 1, project, "ada@example.com");
    for (let i = 0; i < 10; i++) {
      const first = await verifiedFor(`nobody${i}@example.com`);
      expect(first).not.toBeNull();
      t.advance(2 * MINUTE);
      expect(await verifiedFor(` Nobody${i}@EXAMPLE.com`)).toBe(first);
    }
    expect(await verifiedFor("ada@example.com")).toBe(PBKDF2);
  });

  test("a user without a password costs what the unknown address did before", async () => {
    await importHashes(BCRYPT_4, 5);
    await importHashes(SCRYPT, 5);
    const users = t.client(UserService, { "x-svc-key": secretKey });
    for (let i = 0; i < 6; i++) {
      const email = `invited${i}@example.com`;
      const before = await verifiedFor(email);
      await users.createUser({ email });
      expect(await verifiedFor(email)).toBe(before);
    }
  });

  test("no password opens an account through a dummy", async () => {
    await importHashes(BCRYPT_4, 1);
    const dummy = (await verifiedFor("nobody@example.com")) ?? "";
    const signIn = t.auth(project).signIn({ email: "nobody@example.com", password: dummy });
    expect(await reasonOf(signIn)).toBe("INVALID_CREDENTIALS");
  });

  test("another project's hashes make no difference, and its choices are its own", async () => {
    const other = (await t.addProject("Other")).project;
    await importHashes(BCRYPT_4, 5, other);
    expect(await verifiedFor("nobody@example.com")).toBeNull();
    await importHashes(SCRYPT, 5, other);
    await importHashes(BCRYPT_4, 5);
    await importHashes(SCRYPT, 5);
    t.advance(2 * MINUTE);
    const of = async (of: Project) =>
      Promise.all(Array.from({ length: 40 }, (_, i) => t.app.dummyHashes.of(of.id, `n${i}@example.com`)));
    expect(await of(project)).not.toEqual(await of(other));
  });

  test("the proportions are read once a minute", async () => {
    await importHashes(BCRYPT_4, 1);
    const bcrypt = await verifiedFor("nobody@example.com");
    await t.app.db.deleteFrom("hashCounts").execute();
    t.advance(MINUTE - 1);
    expect(await verifiedFor("nobody@example.com")).toBe(bcrypt);
    t.advance(1);
    expect(await verifiedFor("nobody@example.com")).toBeNull();
  });

  test("every act that sets, replaces or removes a password is counted", async () => {
    const auth = (accessToken?: string) => t.auth(project, accessToken);
    const users = t.client(UserService, { "x-svc-key": secretKey });
    const acts: Record<string, () => Promise<unknown>> = {
      SignUp: () => signUps(3),
      ImportUsers: () => importHashes(BCRYPT_4, 20),
      "another ImportUsers": () => importHashes(SCRYPT, 3),
      CreateUser: () => users.createUser({ email: "made@example.com", password: PASSWORD }),
      "CreateUser without a password": () => users.createUser({ email: "bare@example.com" }),
      "UpdateUser of an imported one": async () => {
        const { userId } = await idOf("imported");
        await users.updateUser({ userId, password: NEW_PASSWORD });
      },
      "ConfirmPasswordReset of an imported one": async () => {
        const { email } = await idOf("imported", dummyLike(BCRYPT_4));
        await auth().requestPasswordReset({ email });
        await t.deliverMail();
        const token = t.mails.findLast(({ link }) => link?.includes("/reset?"))?.token ?? "";
        await auth().confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
      },
      ChangePassword: async () => {
        const { accessToken } = await auth().signIn({ email: "native0@example.com", password: PASSWORD });
        await auth(accessToken).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
      },
      "SignIn that hashes anew": async () => {
        const hash = pbkdf2Sync(PASSWORD, "salt", 1000, 32, "sha256").toString("base64");
        await importHashes(`pbkdf2_sha256$1000$salt$${hash}`, 1, project, "django@example.com");
        expect([...(await counted()).keys()].some((kind) => kind.startsWith("$pbkdf2"))).toBe(true);
        await auth().signIn({ email: "django@example.com", password: PASSWORD });
        expect([...(await counted()).keys()].some((kind) => kind.startsWith("$pbkdf2"))).toBe(false);
      },
      DeleteUser: async () =>
        users.deleteUser({ userId: (await idOf("imported", dummyLike(SCRYPT))).userId }),
      "a batch that skips all": () => importUsers(t.app, project, systemActor, [], undefined),
    };
    const idOf = async (prefix: string, kind?: string) => {
      const rows = await t.app.db
        .selectFrom("users")
        .selectAll()
        .where("projectId", "=", project.id)
        .execute();
      const found = rows.find(
        ({ email, passwordHash }) =>
          email?.startsWith(prefix) && (kind === undefined || dummyLike(passwordHash ?? "") === kind),
      );
      return { userId: found?.id ?? "", email: found?.email ?? "" };
    };
    for (const [act, run] of Object.entries(acts)) {
      await run();
      expect(await counted(), act).toEqual(await recounted());
    }
  });

  test("imports of the same project at once neither block each other nor lose a count", async () => {
    const kinds = [BCRYPT_4, BCRYPT_5, SCRYPT, PBKDF2];
    await Promise.all(Array.from({ length: 8 }, (_, i) => importHashes(kinds[i % 4] ?? "", 40)));
    expect(await counted()).toEqual(await recounted());
  });

  test("an upgrade counts the hashes that are there already", async () => {
    await signUps(2);
    await importHashes(BCRYPT_4, 12);
    await importHashes(SCRYPT, 3);
    const before = await counted();
    await t.app.db.schema.dropTable("hash_counts").execute();
    await t.app.db
      .deleteFrom("migrations" as never)
      .where("name" as never, "=", "0017-hash-counts" as never)
      .execute();
    await migrate(t.app.db, t.app.clock());
    expect(await counted()).toEqual(before);
  });
});
