import { UserOrder } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { searchTextOf } from "../../storage/search-text.ts";
import type { FoundUser } from "../../storage/user-order.ts";
import { engines } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { TestApp } from "../../testing/test-app.ts";

/** More than one call searches. */
const COUNT = 7000;
/** More than are read by the index. */
const MANY = 600;

describe.each(engines)("Searching users on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo"));
    ({ token } = await t.addAdmin());
  });
  afterEach(() => t.close());

  const up = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
  type Row = Pick<FoundUser, "id" | "email" | "createdAt" | "lastSignInAt">;
  const email = (row: Row) => Buffer.from(row.email ?? "\u{10ffff}");
  const orders: Readonly<Record<string, (a: Row, b: Row) => number>> = {
    NEWEST: (a, b) => up(b.createdAt, a.createdAt) || up(b.id, a.id),
    OLDEST: (a, b) => up(a.createdAt, b.createdAt) || up(a.id, b.id),
    EMAIL: (a, b) => Buffer.compare(email(a), email(b)) || up(a.id, b.id),
    LAST_SIGN_IN: (a, b) => up(b.lastSignInAt ?? 0, a.lastSignInAt ?? 0) || up(b.id, a.id),
  };

  /** In every order many are alike: created at once, without an address, never signed in. */
  const rowOf = (n: number) => ({
    id: t.app.newId(),
    email: n % 3 === 0 ? null : `${["a.b", "ab", "zoë"][n % 5] ?? "m"}${n}@example.com`,
    createdAt: 1000 + Math.floor(n / 50),
    lastSignInAt: n % 2 === 0 ? null : 5000 + ((n * 7919) % COUNT),
    disabledAt: n % 4 === 0 ? 5 : null,
    emailVerifiedAt: n % 10 === 0 ? 5 : null,
  });

  /** Everybody is one of the folk; the last of each order have its name in theirs. */
  const addFolk = () => {
    const rows = Array.from({ length: COUNT }, (_, n) => rowOf(n));
    const names = new Map(rows.map(({ id }, n) => [id, n % 350 === 7 ? ["folk", "zq"] : ["folk"]]));
    for (const [order, compare] of Object.entries(orders)) {
      for (const { id } of rows.toSorted(compare).slice(-MANY)) names.get(id)?.push(`far-${order}`);
      for (const { id } of rows.toSorted(compare).slice(-5)) names.get(id)?.push(`end-${order}`);
      for (const { id } of rows.toSorted(compare).slice(2_300)) names.get(id)?.push(`most-${order}`);
    }
    const named = rows.map((row) => ({ ...row, displayName: names.get(row.id)?.join(" ") ?? "" }));
    return insertManyUsers(t.app, project, named);
  };

  type Filters = { disabled?: boolean; emailVerified?: boolean; provider?: OauthProvider };
  const page = (order: string, query: string, filters: Filters, pageToken: string) => {
    const orderBy = UserOrder[order as keyof typeof UserOrder];
    const users = t.client(UserService, { authorization: `Bearer ${token}` });
    return users.listUsers({ project: "demo", orderBy, query, filters, pageSize: 200, pageToken });
  };

  const walk = async (order: string, query: string, filters: Filters): Promise<string[]> => {
    const ids: string[] = [];
    for (let pageToken = ""; ; ) {
      const { users, nextPageToken } = await page(order, query, filters, pageToken);
      expect(users.length).toBeLessThanOrEqual(200);
      ids.push(...users.map(({ id }) => id));
      pageToken = nextPageToken;
      if (pageToken === "") return ids;
    }
  };

  const lets = (user: FoundUser, { disabled, emailVerified }: Filters): boolean =>
    (disabled === undefined || disabled === (user.disabledAt !== null)) &&
    (emailVerified === undefined || emailVerified === (user.emailVerifiedAt !== null));

  test("every user who matches is found once, in each order, wherever they are in the list", async () => {
    const folk = await addFolk();
    for (const [order, compare] of Object.entries(orders)) {
      const name = order.toLowerCase();
      const searches: [string, Filters][] = [
        [`far-${name}`, {}],
        [`most-${name}`, {}],
        [`end-${name}`, {}],
        ["zq", {}],
        [`far-${name}`, { disabled: true }],
        ["folk", { disabled: false, emailVerified: true }],
        ["", { emailVerified: true }],
      ];
      for (const [query, filters] of searches) {
        const matching = folk.filter(
          (user) => searchTextOf(user.email, user.displayName).includes(query) && lets(user, filters),
        );
        const ids = matching.toSorted(compare).map(({ id }) => id);
        expect(await walk(order, query, filters), `${order} ${query} ${JSON.stringify(filters)}`).toEqual(
          ids,
        );
      }
    }
  });

  test("a call does not search a long list to its end: it returns what it found, and a token", async () => {
    await addFolk();
    for (const order of Object.keys(orders)) {
      const { users, nextPageToken } = await page(order, `far-${order}`, {}, "");
      expect(users, order).toEqual([]);
      expect(nextPageToken, order).not.toBe("");
    }
    const { users, nextPageToken } = await page("NEWEST", "qx", {}, "");
    expect(users).toEqual([]);
    expect(await page("NEWEST", "qx", {}, nextPageToken)).toMatchObject({ users: [], nextPageToken: "" });
  });

  test("few users who match are all on the first page, wherever they are and whatever else they are", async () => {
    const folk = await addFolk();
    const [first, , second] = folk;
    const identityOf = (user: FoundUser | undefined) => ({
      ...{ id: t.app.newId(), projectId: project.id, userId: user?.id ?? "", email: null, createdAt: 5 },
      ...{ provider: "google", subject: user?.id ?? "" },
    });
    await t.app.db
      .insertInto("identities")
      .values([identityOf(first), identityOf(second)])
      .execute();
    for (const order of Object.keys(orders)) {
      const rare = await page(order, `end-${order}`, {}, "");
      expect(rare.users, order).toHaveLength(5);
      expect(rare.nextPageToken, order).toBe("");
      const google = await page(order, "folk", { provider: OauthProvider.GOOGLE }, "");
      expect(new Set(google.users.map(({ id }) => id))).toEqual(new Set([first?.id, second?.id]));
      expect(google.nextPageToken, order).toBe("");
    }
  });
});
