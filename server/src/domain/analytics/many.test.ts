import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { countUsers, SLICE } from "./count-users.ts";
import { getStats } from "./get-stats.ts";
import { rollUp } from "./roll-up.ts";
import { slicesOf } from "./slices-of.ts";

const USERS = 2 * SLICE + 8;
const EVENTS = 12_345;

test("a time is divided until no part is large, and nothing is left out or counted twice", async () => {
  const parts: [number, number][] = [];
  for await (const part of slicesOf(async (from, to) => from < 10_000 && to - from > 3_000, 1, 100_000)) {
    parts.push(part);
  }
  expect(parts.length).toBeGreaterThan(5);
  expect(parts[0]?.[0]).toBe(1);
  expect(parts.at(-1)?.[1]).toBe(100_000);
  for (const [n, [from]] of parts.slice(1).entries()) expect(from).toBe(parts[n]?.[1]);
});

test("a moment is not divided for ever, and no time at all has no parts", async () => {
  const parts: [number, number][] = [];
  for await (const part of slicesOf(async () => true, 0, 4_000)) parts.push(part);
  for await (const part of slicesOf(async () => true, 5, 5)) parts.push(part);
  expect(parts).toHaveLength(4);
});

describe.each(engines)("many rows on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true, allowEmailCodes: true })).project;
  });
  afterEach(() => t.close());

  const numbers = (count: number) =>
    sql`with recursive n (i) as (select cast(0 as bigint) union all select i + 1 from n where i + 1 < ${count})`;

  /** Guests, users with password and Google, with Google and with an address in turn; a thousand of each millisecond. */
  async function addUsers(): Promise<void> {
    const now = t.app.clock();
    await sql`
      insert into users (id, project_id, email, display_name, avatar_url, custom_claims, search_text, guest_since,
        password_hash, created_at, updated_at)
      ${numbers(USERS)}
      select 'user-' || i, ${project.id}, case when i % 4 > 0 then i || '@example.com' end, '', '', '{}', '',
        case when i % 4 = 0 then 1 end, case when i % 4 = 1 then 'hash' end, ${now} + i / 1000, ${now} from n`.execute(
      t.app.db,
    );
    await sql`
      insert into identities (id, project_id, user_id, provider, subject, created_at)
      ${numbers(USERS)}
      select 'identity-' || i, ${project.id}, 'user-' || i, 'google', 'subject-' || i, ${now}
      from n where i % 4 in (1, 2)`.execute(t.app.db);
  }

  test("users are counted slice by slice, each once", async () => {
    await addUsers();
    const counts = await countUsers(t.app, project);
    const quarter = USERS / 4;
    expect(counts.total("users")).toBe(USERS);
    expect(counts.total("guests")).toBe(quarter);
    expect(Object.fromEntries(counts.parts("users_by_provider"))).toEqual({
      anonymous: quarter,
      password: quarter,
      google: 2 * quarter,
      email_code: quarter,
    });
    expect((await countUsers(t.app, project, t.app.clock() + 2)).total("users")).toBe(2000);
  });

  test("many users are not counted for every look at the statistics, only by the rollup", async () => {
    await addUsers();
    await rollUp(t.app, project);
    await t.auth(project).signInAnonymously({});
    const users = async () =>
      (await getStats(t.app, project, { fromDate: "", toDate: "" })).users.total("users");
    expect(await users()).toBe(USERS);
    await rollUp(t.app, project);
    expect(await users()).toBe(USERS + 1);
  });

  test("a day of many events is counted in parts, each event once", async () => {
    const now = t.app.clock();
    await sql`
      insert into events (id, project_id, kind, at, actor, data)
      ${numbers(EVENTS)}
      select 'event-' || i, ${project.id}, case when i % 5 = 0 then 'user.sign_in_failed' else 'user.signed_in' end,
        ${now} + i * 1000, 'system', case when i % 2 = 0 then '{"method":"apple"}' else '{}' end
      from n`.execute(t.app.db);
    t.advance(EVENTS * 1000);
    await rollUp(t.app, project);
    const { sums } = await getStats(t.app, project, { fromDate: "", toDate: "" });
    expect(sums.total("sign_in_failures")).toBe(EVENTS / 5);
    expect(Object.fromEntries(sums.parts("sign_ins"))).toEqual({
      apple: EVENTS * 0.4,
      unknown: EVENTS * 0.4,
    });
  });
});
