import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { newUuidV7 } from "../server/src/crypto/uuid-v7.ts";
import { systemActor } from "../server/src/domain/analytics/record-event.ts";
import { createProject } from "../server/src/domain/projects/create-project.ts";
import type { Project } from "../server/src/domain/projects/project.ts";
import { createSigner } from "../server/src/domain/signing-keys/create-signer.ts";
import { importUsers } from "../server/src/domain/user-transfer/import-users.ts";
import { countUsers } from "../server/src/domain/users/count-users.ts";
import { type ListOrder, listUsers, type UserFlags } from "../server/src/domain/users/list-users.ts";
import type { Db } from "../server/src/storage/db.ts";
import { engineOf } from "../server/src/storage/engine.ts";
import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { withoutTimeLimit } from "../server/src/storage/postgres/no-time-limit.ts";
import { transact } from "../server/src/storage/transact.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";
import { addUsers, FIRST_AT } from "./many-users.ts";
import { median } from "./quantile.ts";
import { measureSearches, searchedUsers } from "./user-searches.ts";

const MOST = 1_000_000;
const QUICK = 20_000;
const ROUNDS = 15;

/** What a call at the full number of users is compared with. A count is exact up to 10,000 and grows until there. */
const SMALLER = [
  { count: 1_000, atMost: 3, ofSearchAtMost: 5, areCountsCompared: false },
  { count: 10_000, atMost: 1.5, ofSearchAtMost: 1.5, areCountsCompared: true },
];

/** Lists and searches that must not care how many users there are. */
export const users: Section = {
  about: "ListUsers of many users beside 1,000 and 10,000, common texts beside a rare one, an import",
  async run({ isQuick, users: most = isQuick ? QUICK : MOST }) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startPostgres();
    try {
      const sqlite = openDatabase({ kind: "sqlite", file: join(folder, "svc.db") });
      const url = server.url("postgres");
      const postgres = openDatabase({ kind: "postgres", url });
      return [
        ...(await measure("SQLite", sqlite, most, async () => {})),
        ...(await measure("PostgreSQL", postgres, most, () => vacuum(url))),
      ];
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

type BenchApp = ReturnType<typeof appFor>;

function appFor(db: Db) {
  const secretBox = createSecretBox(new Uint8Array(32));
  return {
    clock: Date.now,
    db,
    newId: () => newUuidV7(Date.now()),
    secretBox,
    signer: createSigner(secretBox),
  };
}

async function measure(engine: string, db: Db, most: number, tidyUp: () => Promise<void>): Promise<Figure[]> {
  try {
    await migrate(db, Date.now());
    const app = appFor(db);
    const { project } = await createProject(app, systemActor, { name: "Bench", slug: "" });
    const extras = { passwordHash: () => null, facts: searchedUsers(most) };
    const before: Record<string, number>[] = [];
    let there = 0;
    for (const { count } of SMALLER) {
      await addUsers(app, project.id, [there, count], extras);
      await tidyUp();
      before.push(await times(app, project, count));
      there = count;
    }
    await withoutIndex(db, () => addUsers(app, project.id, [there, most], extras));
    await tidyUp();
    const large = await times(app, project, most);
    const figures = SMALLER.flatMap(({ count, areCountsCompared, ...bars }, n) =>
      Object.entries(large)
        .filter(([name]) => areCountsCompared || !name.startsWith("count"))
        .map(([name, value]) => ({
          ...{ name: `${engine}, ${name}`, value, unit: "ms", limit: before[n]?.[name] ?? 0 },
          limitIs: `at ${count.toLocaleString("en-US")} users`,
          bars: [
            { of: "ratio", atMost: name.includes("search") ? bars.ofSearchAtMost : bars.atMost },
          ] as const,
        })),
    );
    return [
      { name: `${engine}, users`, value: most, unit: "rows" },
      ...figures,
      ...(await measureSearches(app, engine, project, most)),
      { name: `${engine}, import`, value: await importRate(app, project, most / 10), unit: "users/s" },
    ];
  } finally {
    await db.destroy();
  }
}

/** Filling a million rows one by one into PostgreSQL's index takes minutes; building it afterwards does not. */
async function withoutIndex(db: Db, work: () => Promise<void>): Promise<void> {
  if (engineOf(db).name !== "postgres") return work();
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'users_search'`.execute(db);
  await sql`drop index users_search`.execute(db);
  await work();
  const definition = rows[0]?.indexdef ?? "";
  await withoutTimeLimit(() =>
    transact({ db }, async ({ db }) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql.raw(definition).execute(db);
    }),
  );
}

/** What autovacuum does in the background. The server of the benchmark runs without it. */
async function vacuum(url: string): Promise<void> {
  const db = openDatabase({ kind: "postgres", url: `${url}?statement_timeout=600000` });
  await sql`vacuum analyze users, user_activity`.execute(db);
  await db.destroy();
}

async function times(app: BenchApp, project: Project, count: number): Promise<Record<string, number>> {
  const list = (query: string, pageToken = "") =>
    listUsers(app, project, { query, pageSize: 50, pageToken, order: "newest", filter: {} });
  const filtered = (filter: UserFlags, order: ListOrder = "newest") =>
    listUsers(app, project, { query: "", pageSize: 50, pageToken: "", order, filter });
  const counted = (query: string, filter: UserFlags = {}) =>
    countUsers(app, project, { query, filter, pageToken: "" });
  const deep = await tokenAt(app, project, Math.floor(count / 2));
  return {
    "first page": await timed(() => list("")),
    "page from the middle": await timed(() => list("", deep)),
    "search that many match": await timed(() => list("example")),
    "search that few match": await timed(() => list(`${Math.floor(count / 3)}@`)),
    "search that nobody matches": await timed(() => list("qqqxyzqqq")),
    "by email": await timed(() => filtered({}, "email")),
    "by email, descending": await timed(() => filtered({}, "email_descending")),
    "by last sign-in": await timed(() => filtered({}, "last_sign_in")),
    "by last sign-in, the oldest first": await timed(() => filtered({}, "last_sign_in_oldest")),
    "filter, disabled": await timed(() => filtered({ isDisabled: true })),
    "filter, verified": await timed(() => filtered({ isVerified: true })),
    "filter, disabled, by email, descending": await timed(() =>
      filtered({ isDisabled: true }, "email_descending"),
    ),
    "filter, disabled, by last sign-in": await timed(() => filtered({ isDisabled: true }, "last_sign_in")),
    "filter, disabled, by last sign-in, the oldest first": await timed(() =>
      filtered({ isDisabled: true }, "last_sign_in_oldest"),
    ),
    "filter, verified, by last sign-in, the oldest first": await timed(() =>
      filtered({ isVerified: true }, "last_sign_in_oldest"),
    ),
    "count of all": await timed(() => counted("")),
    "count of disabled": await timed(() => counted("", { isDisabled: true })),
    "count of a search": await timed(() => counted("example")),
  };
}

/** As the list itself would have given it after so many pages. */
async function tokenAt(app: BenchApp, project: Project, n: number): Promise<string> {
  const row = await app.db
    .selectFrom("users")
    .select(["createdAt", "id"])
    .where("projectId", "=", project.id)
    .where("createdAt", "=", FIRST_AT + n)
    .executeTakeFirstOrThrow();
  const list = `users ${project.id} newest ${JSON.stringify({ query: "" })}`;
  const place = { table: "page", column: "token", project: "", row: list };
  return app.secretBox.seal(JSON.stringify({ key: row.createdAt, id: row.id }), place);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  await work();
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    await work();
    all.push(performance.now() - before);
  }
  return median(all);
}

async function importRate(app: BenchApp, project: Project, count: number): Promise<number> {
  const before = performance.now();
  for (let at = 0; at < count; at += 500) {
    const batch = Array.from({ length: 500 }, (_, n) => ({
      email: `imported${at + n}@example.org`,
      emailVerified: true,
      displayName: `Imported ${at + n}`,
      avatarUrl: "",
      locale: "",
      disabled: false,
      customClaims: {},
      identities: [],
      passwordHash: "$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
      passwordAlgorithm: "bcrypt",
      passwordSalt: "",
      createdAt: undefined,
      isAnonymous: false,
    }));
    await importUsers(app, project, systemActor, batch, undefined);
  }
  return count / ((performance.now() - before) / 1000);
}
