import { UserOrder } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import type { Db } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import type { FoundUser } from "../../storage/user-order.ts";
import { findPosition, listMatchingUsers, listUsers } from "../../storage/user-search.ts";
import { engines } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { planOf } from "../../testing/plan-of.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

/** Some without an address, some who never signed in, some alike in everything but their id. */
const COUNT = 4200;

describe.each(engines)("The order of ListUsers on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo"));
    ({ token } = await t.addAdmin());
  });
  afterEach(() => t.close());

  const admin = () => t.client(AdminUserService, { authorization: `Bearer ${token}` });

  const row = (n: number) => {
    const email = n % 5 === 0 ? null : `${["a.b", "ab", "a-b", "Zoë".toLowerCase()][n % 4]}${n}@example.com`;
    const lastSignInAt = n % 7 === 0 ? null : 5000 + ((n * 7919) % 1000);
    return { email, createdAt: 1000 + Math.floor(n / 3), lastSignInAt, disabledAt: n % 4 === 0 ? 5 : null };
  };

  const addMany = (count: number) =>
    insertManyUsers(
      t.app,
      project,
      Array.from({ length: count }, (_, n) => row(n)),
    );

  const up = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
  const byId = (a: FoundUser, b: FoundUser) => up(a.id, b.id);
  const orders: Readonly<Record<string, (a: FoundUser, b: FoundUser) => number>> = {
    NEWEST: (a, b) => up(b.createdAt, a.createdAt) || byId(b, a),
    OLDEST: (a, b) => up(a.createdAt, b.createdAt) || byId(a, b),
    EMAIL: (a, b) =>
      Buffer.compare(Buffer.from(a.email ?? "\u{10ffff}"), Buffer.from(b.email ?? "\u{10ffff}")) ||
      byId(a, b),
    LAST_SIGN_IN: (a, b) => up(b.lastSignInAt ?? 0, a.lastSignInAt ?? 0) || byId(b, a),
    EMAIL_DESCENDING: (a, b) => orders.EMAIL?.(b, a) ?? 0,
    LAST_SIGN_IN_OLDEST: (a, b) => orders.LAST_SIGN_IN?.(b, a) ?? 0,
  };

  const walk = async (order: string, query = "", pageSize = 190): Promise<string[]> => {
    const ids: string[] = [];
    const orderBy = UserOrder[order as keyof typeof UserOrder];
    for (let pageToken = ""; ; ) {
      const page = await admin().listUsers({ project: "demo", orderBy, query, pageSize, pageToken });
      ids.push(...page.users.map(({ id }) => id));
      pageToken = page.nextPageToken;
      if (pageToken === "") return ids;
    }
  };

  test("every order shows everybody once, also of those whom a search finds", async () => {
    const rows = await addMany(COUNT);
    const found = rows.filter(({ email }) => email?.includes("b9"));
    const rare = rows.filter(({ email }) => email?.includes("7@"));
    for (const [order, compare] of Object.entries(orders)) {
      const ids = (of: FoundUser[]) => of.toSorted(compare).map(({ id }) => id);
      expect(await walk(order), order).toEqual(ids(rows));
      expect(await walk(order, "b9", 60), `${order}, few`).toEqual(ids(found));
      expect(await walk(order, "7@ex", 60), `${order}, by the index`).toEqual(ids(rare));
    }
  });

  test("disabled users have every order, too, whoever disabled or enabled them", async () => {
    const rows = await addMany(90);
    const [enabled, disabled] = [
      rows.find((row) => row.disabledAt !== null),
      rows.find((row) => row.disabledAt === null),
    ];
    await admin().enableUser({ project: "demo", userId: enabled?.id ?? "" });
    await admin().disableUser({ project: "demo", userId: disabled?.id ?? "" });
    const listed = rows.filter((row) => (row.disabledAt !== null && row !== enabled) || row === disabled);
    for (const [order, compare] of Object.entries(orders)) {
      const orderBy = UserOrder[order as keyof typeof UserOrder];
      const filters = { disabled: true };
      const { users } = await admin().listUsers({ project: "demo", orderBy, filters, pageSize: 200 });
      expect(
        users.map(({ id }) => id),
        order,
      ).toEqual(listed.toSorted(compare).map(({ id }) => id));
    }
  });

  test("a page token belongs to its order, and an order that nobody knows is refused", async () => {
    await addMany(3);
    const list = (orderBy: UserOrder, pageToken = "") =>
      admin().listUsers({ project: "demo", pageSize: 1, orderBy, pageToken });
    const { nextPageToken } = await list(UserOrder.EMAIL);
    expect((await list(UserOrder.EMAIL, nextPageToken)).users).toHaveLength(1);
    expect(await reasonOf(list(UserOrder.OLDEST, nextPageToken))).toBe("INVALID_REQUEST");
    expect(await reasonOf(list(17 as UserOrder))).toBe("INVALID_REQUEST");
  });

  test("a backend may ask for an order, too", async () => {
    const { secretKey } = await t.addProject("Backend");
    const users = t.client(UserService, { "x-svc-key": secretKey });
    for (const email of ["b@example.com", "a@example.com"]) await users.createUser({ email });
    const listed = await users.listUsers({ orderBy: UserOrder.EMAIL });
    expect(listed.users.map(({ email }) => email)).toEqual(["a@example.com", "b@example.com"]);
  });

  test("each order is walked along an index; nothing is sorted", async () => {
    await addMany(COUNT);
    if (engineOf(t.app.db).name === "postgres") await sql`analyze users, user_activity`.execute(t.app.db);
    const indexes = {
      newest: "users_newest",
      oldest: "users_newest",
      email: "users_by_email",
      email_descending: "users_by_email",
      last_sign_in: "user_activity_by_sign_in",
      last_sign_in_oldest: "user_activity_by_sign_in",
    } as const;
    const indexesOfDisabled = {
      newest: "users_disabled",
      oldest: "users_disabled",
      email: "users_disabled_by_email",
      email_descending: "users_disabled_by_email",
      last_sign_in: "user_activity_disabled",
      last_sign_in_oldest: "user_activity_disabled",
    } as const;
    const lists = [
      ...Object.entries(indexes).map(([order, index]) => ({ order, index, isOfDisabled: false })),
      ...Object.entries(indexesOfDisabled).map(([order, index]) => ({ order, index, isOfDisabled: true })),
    ];
    for (const { order, index, isOfDisabled } of lists) {
      const list = { projectId: project.id, order: order as keyof typeof indexes, isOfDisabled };
      for (const after of [undefined, await findPosition(t.app.db, list, undefined, 50)]) {
        const upTo = await findPosition(t.app.db, list, after, 50);
        const walks: ((db: Db) => Promise<unknown>)[] = [
          (db) => listUsers(db, list, after, 50),
          (db) => findPosition(db, list, after, 100),
          (db) => listMatchingUsers(db, list, { query: "nobody" }, { after, upTo }, 50),
        ];
        // The reverse orders begin with users who are alike: PostgreSQL chooses anew for each part of the list there.
        const isReverse = order === "email_descending" || order === "last_sign_in_oldest";
        for (const walk of isReverse ? walks.slice(0, 2) : walks) {
          const plan = await planOf(t.app.db, walk);
          expect(plan, order).toMatch(new RegExp(`${index}\\b`));
          expect(plan, order).not.toMatch(/sort|temp b-tree/i);
        }
      }
    }
  });

  test("a whole user id finds that user, unless a filter says otherwise or the project is another", async () => {
    const rows = await addMany(5);
    await t.addProject("Other");
    const { id = "" } = rows[2] ?? {};
    const find = async (input: object) =>
      (await admin().listUsers({ project: "demo", query: ` ${id.toUpperCase()} `, ...input })).users;
    expect((await find({})).map((user) => user.id)).toEqual([id]);
    expect(await find({ filters: { disabled: true } })).toEqual([]);
    expect(await find({ project: "other" })).toEqual([]);
  });

  test("users are listed with the accounts they sign in with", async () => {
    const [user] = await addMany(2);
    const identity = {
      id: "i",
      projectId: project.id,
      userId: user?.id ?? "",
      provider: "google",
      subject: "s",
      email: null,
      createdAt: 5,
    };
    await t.app.db.insertInto("identities").values(identity).execute();
    const { users } = await admin().listUsers({ project: "demo", orderBy: UserOrder.OLDEST });
    expect(users.map(({ identities }) => identities.length)).toEqual([1, 0]);
  });

  test("RevokeUserSession ends one device and no other, and nobody else's", async () => {
    const first = await t.addUser(project, "ada@example.com", "correct horse battery");
    const userId = first.user?.id ?? "";
    const signIn = { email: "ada@example.com", password: "correct horse battery" };
    const second = await t.auth(project).signIn(signIn);
    const other = await t.addUser(project, "bob@example.com", "correct horse battery");
    const { user } = await admin().getUser({ project: "demo", userId });
    const sid = String(JSON.parse(atob(second.accessToken.split(".")[1] ?? "")).sid);
    expect(user?.sessions.find(({ id }) => id === sid)).toMatchObject({
      method: "password",
      ip: "127.0.0.1",
    });

    const revoke = (of: string) => admin().revokeUserSession({ project: "demo", userId: of, sessionId: sid });
    expect(await reasonOf(revoke(other.user?.id ?? ""))).toBe("NOT_FOUND");
    expect(await revoke(userId)).toMatchObject({ revoked: true });
    expect(await revoke(userId)).toMatchObject({ revoked: false });
    expect(await reasonOf(t.auth(project, second.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await t.auth(project, first.accessToken).getMe({});
    const audit = t.app.db
      .selectFrom("events")
      .select("data")
      .where("kind", "=", "admin.user_sessions_revoked");
    expect((await audit.execute()).map(({ data }) => JSON.parse(data))).toEqual([
      { sessions: 1, session_id: sid },
    ]);
  });
});
