import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SessionRow } from "../../storage/db.ts";
import { insertUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { newUser } from "../accounts/new-user.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import type { Project } from "../projects/project.ts";
import { cleanUp } from "./clean-up.ts";

const DAY = 86_400_000;

describe.each(engines)("cleanUp on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let userId: string;
  let now: number;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject());
    now = t.app.clock();
    const user = newUser(t.app, project, { email: "ada@example.com" });
    await insertUser(t.app.db, user);
    userId = user.id;
  });
  afterEach(() => t.close());

  async function addSession(id: string, changes: Partial<SessionRow>, ...expiries: number[]): Promise<void> {
    const row = { id, projectId: project.id, userId, method: "password", userAgent: "", ip: "" };
    const times = { createdAt: now, lastUsedAt: now, endsAt: now + 365 * DAY, revokedAt: null };
    await t.app.db
      .insertInto("sessions")
      .values({ ...row, ...times, revokedReason: null, ...changes })
      .execute();
    for (const [index, expiresAt] of expiries.entries()) {
      const none = { consumedAt: null, attemptHash: null, replay: null, predecessorHash: null };
      const token = { hash: `${id}-${index}`, projectId: project.id, sessionId: id, createdAt: now };
      await t.app.db
        .insertInto("refreshTokens")
        .values({ ...token, ...none, expiresAt })
        .execute();
    }
  }

  const sessions = async (): Promise<string[]> =>
    (await t.app.db.selectFrom("sessions").select("id").orderBy("id").execute()).map(({ id }) => id);
  const refreshTokens = async (): Promise<string[]> =>
    (await t.app.db.selectFrom("refreshTokens").select("hash").orderBy("hash").execute()).map(
      ({ hash }) => hash,
    );

  test("an undo link goes when it has expired, and with it the claim on the address", async () => {
    const undo = { projectId: project.id, userId, verifiedAt: 1, changedAt: 2 };
    const rows = [
      { id: "over", hash: "a", email: "old@example.com", expiresAt: now, ...undo },
      { id: "good", hash: "b", email: "older@example.com", expiresAt: now + 1, ...undo },
    ];
    await t.app.db.insertInto("addressUndos").values(rows).execute();
    expect(await cleanUp(t.app)).toMatchObject({ addressUndos: 1 });
    expect(await t.app.db.selectFrom("addressUndos").select("id").execute()).toEqual([{ id: "good" }]);
  });

  test("sessions go a week after their end: absolute, by revocation or by their last token", async () => {
    const live = now + DAY;
    await addSession("live", {}, now - 8 * DAY, live);
    await addSession("ended", { endsAt: now - 7 * DAY }, live);
    await addSession("just-ended", { endsAt: now - 7 * DAY + 1 }, live);
    await addSession("revoked", { revokedAt: now - 7 * DAY }, live);
    await addSession("just-revoked", { revokedAt: now - 7 * DAY + 1 }, live);
    await addSession("faded", {}, now - 9 * DAY, now - 7 * DAY);
    await addSession("just-faded", {}, now - 9 * DAY, now - 7 * DAY + 1);
    const deleted = await cleanUp(t.app);
    expect(deleted).toMatchObject({ endedSessions: 1, revokedSessions: 1, refreshTokens: 4 });
    expect(await sessions()).toEqual(["just-ended", "just-faded", "just-revoked", "live"]);
    expect(await refreshTokens()).toEqual(["just-ended-0", "just-faded-1", "just-revoked-0", "live-1"]);
  });

  test("a session that was refreshed stays, however old the day is that it is found by", async () => {
    const day = (days: number) => Math.floor(now / DAY) + days;
    const token = (id: string, expiresAt: number) => ({
      ...{ locatorHash: id, tokenHash: id, tokenExpiresAt: expiresAt, expiryDay: day(-40) },
    });
    const aWeekAgo = day(-7) * DAY;
    await addSession("refreshed", token("refreshed", now + 30 * DAY));
    await addSession("just-expired", token("just-expired", aWeekAgo));
    await addSession("expired", token("expired", aWeekAgo - 1));
    expect(await cleanUp(t.app)).toMatchObject({ expiredSessions: 1 });
    const left = await t.app.db.selectFrom("sessions").select(["id", "expiryDay"]).orderBy("id").execute();
    expect(left).toEqual([
      { id: "just-expired", expiryDay: day(-7) },
      { id: "refreshed", expiryDay: day(30) },
    ]);
  });

  test("more sessions that were refreshed than fit into a batch hide none that has expired", async () => {
    const token = (id: string, expiresAt: number) => ({
      ...{ locatorHash: id, tokenHash: id, tokenExpiresAt: expiresAt, expiryDay: 1 },
    });
    for (let n = 0; n < 501; n++) await addSession(`live-${n}`, token(`live-${n}`, now + DAY));
    await addSession("x-expired", token("x-expired", 2 * DAY));
    expect(await cleanUp(t.app)).toMatchObject({ expiredSessions: 1 });
    expect(await sessions()).toHaveLength(501);
  });

  test("mails go a week after they were sent, a month after they were given up, and never before", async () => {
    const states = [
      ["sent", { sentAt: now - 7 * DAY }],
      ["just sent", { sentAt: now - 7 * DAY + 1 }],
      ["given up", { gaveUpAt: now - 30 * DAY }],
      ["just given up", { gaveUpAt: now - 30 * DAY + 1 }],
      ["waiting", {}],
    ] as const;
    for (const [recipient, state] of states) {
      await enqueueMail(t.app, project.id, { kind: "verify_email", recipient });
      await t.app.db
        .updateTable("outbox")
        .set({ createdAt: now - 40 * DAY, ...state })
        .where("recipient", "=", recipient)
        .execute();
    }
    expect(await cleanUp(t.app)).toMatchObject({ sentMail: 1, givenUpMail: 1 });
    const left = await t.app.db.selectFrom("outbox").select("recipient").orderBy("recipient").execute();
    expect(left.map(({ recipient }) => recipient)).toEqual(["just given up", "just sent", "waiting"]);
  });

  test("email tokens go when they expire", async () => {
    for (const [purpose, expiresAt] of [
      ["verify_email", now],
      ["reset_password", now + 1],
    ] as const) {
      const token = { hash: purpose, projectId: project.id, userId, purpose, email: "ada@example.com" };
      await t.app.db
        .insertInto("emailTokens")
        .values({ ...token, createdAt: now, expiresAt })
        .execute();
    }
    expect(await cleanUp(t.app)).toMatchObject({ emailTokens: 1 });
    expect(await t.app.db.selectFrom("emailTokens").select("hash").execute()).toEqual([
      { hash: "reset_password" },
    ]);
  });

  test("counters of rate limits go when nothing depends on them, however many there are", async () => {
    const rows = Array.from({ length: 1201 }, (_, i) => ({
      key: `old-${i}`,
      count: 1,
      resetsAt: now,
      blockedUntil: 0,
    }));
    for (let start = 0; start < rows.length; start += 200) {
      await t.app.db
        .insertInto("rateLimits")
        .values(rows.slice(start, start + 200))
        .execute();
    }
    await t.app.db
      .insertInto("rateLimits")
      .values([
        { key: "counting", count: 1, resetsAt: now + 1, blockedUntil: 0 },
        { key: "blocked", count: 1, resetsAt: now, blockedUntil: now + 1 },
      ])
      .execute();
    expect(await cleanUp(t.app)).toMatchObject({ rateLimits: 1201 });
    const left = await t.app.db.selectFrom("rateLimits").select("key").orderBy("key").execute();
    expect(left).toEqual([{ key: "blocked" }, { key: "counting" }]);
  });

  test("stops between two batches", async () => {
    await addSession("ended", { endsAt: now - 7 * DAY });
    expect(await cleanUp(t.app, AbortSignal.abort())).toEqual({});
    expect(await sessions()).toEqual(["ended"]);
  });
});
