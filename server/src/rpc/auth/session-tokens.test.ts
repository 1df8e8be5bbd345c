import { randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { putRestoredAt } from "../../storage/restored-at.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(engines)("The tokens of a session on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let first: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject()).project;
    first = await t.addUser(project, "ada@example.com", "correct horse battery");
  });
  afterEach(() => t.close());

  const newAttemptId = () => randomBytes(16).toString("base64url");
  const refresh = (refreshToken: string, attemptId = "") =>
    t.auth(project).refreshToken({ refreshToken, attemptId });
  const session = () => t.app.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  const eventsOf = async (prefix: string) =>
    (await t.app.db.selectFrom("events").select("kind").where("kind", "like", `${prefix}%`).execute()).map(
      ({ kind }) => kind,
    );
  /** Rotates so many times and returns every token with the attempt that used it, the current token last. */
  async function rotations(count: number) {
    const used: { token: string; attempt: string }[] = [];
    let token = first.refreshToken;
    for (let n = 0; n < count; n++) {
      const attempt = newAttemptId();
      used.push({ token, attempt });
      token = (await refresh(token, attempt)).refreshToken;
    }
    return { used, current: token };
  }

  test("rotations leave one row of the same size", async () => {
    const sizeOf = async () => JSON.stringify(await session()).length;
    const { current } = await rotations(4);
    const size = await sizeOf();
    let token = current;
    for (let n = 0; n < times(20, 1_000); n++) token = (await refresh(token, newAttemptId())).refreshToken;
    expect(await sizeOf()).toBe(size);
    const rows = await t.app.db.selectFrom("sessions").select("id").execute();
    const oldRows = await t.app.db.selectFrom("refreshTokens").select("hash").execute();
    expect([rows.length, oldRows.length]).toEqual([1, 0]);
  });

  test("a used token with its attempt, one or two rotations late, is refused and ends nothing", async () => {
    const { used, current } = await rotations(3);
    for (const { token, attempt } of used.slice(0, 2)) {
      expect(await reasonOf(refresh(token, attempt))).toBe("REFRESH_TOKEN_INVALID");
    }
    expect(await eventsOf("session.")).toEqual(["session.late_repeat", "session.late_repeat"]);
    await refresh(current);
  });

  test("three rotations late it ends the session", async () => {
    const { used } = await rotations(4);
    const { token = "", attempt } = used[0] ?? {};
    expect(await reasonOf(refresh(token, attempt))).toBe("REFRESH_TOKEN_REUSED");
    expect(await eventsOf("session.")).toEqual(["session.reuse_detected"]);
  });

  test("a day late it ends the session", async () => {
    const { used } = await rotations(1);
    t.advance(HOUR_MS);
    await refresh((await refresh(used[0]?.token ?? "", used[0]?.attempt)).refreshToken);
    t.advance(23 * HOUR_MS + 1);
    const { token = "", attempt } = used[0] ?? {};
    expect(await reasonOf(refresh(token, attempt))).toBe("REFRESH_TOKEN_REUSED");
  });

  test("one rotation late with another attempt id, or none, it ends the session", async () => {
    for (const attempt of [newAttemptId(), ""]) {
      first = await t.addUser(project, `${newAttemptId()}@example.com`, "correct horse battery");
      const { used } = await rotations(2);
      expect(await reasonOf(refresh(used[0]?.token ?? "", attempt))).toBe("REFRESH_TOKEN_REUSED");
    }
  });

  test("no attempt id is logged or stored, in whatever way its call ends", async () => {
    const { used, current } = await rotations(4);
    const unused = newAttemptId();
    const [tooLate, late, , last] = used;
    if (!tooLate || !late || !last) throw new Error("no rotations");
    await refresh(last.token, last.attempt);
    await reasonOf(refresh(late.token, late.attempt));
    await reasonOf(refresh(newAttemptId(), unused));
    await reasonOf(refresh(tooLate.token, tooLate.attempt));
    await reasonOf(refresh(current, unused));

    expect(await eventsOf("session.")).toEqual(["session.late_repeat", "session.reuse_detected"]);
    const stored = [await session(), await t.app.db.selectFrom("events").selectAll().execute()];
    const text = JSON.stringify([stored, t.logLines]);
    expect(t.logLines.join("")).toContain("RefreshToken");
    for (const id of [unused, ...used.map(({ attempt }) => attempt)]) expect(text).not.toContain(id);
  });

  test("any token that the session ever had ends it", async () => {
    const { used, current } = await rotations(times(12, 200));
    expect(await reasonOf(refresh(used[0]?.token ?? ""))).toBe("REFRESH_TOKEN_REUSED");
    expect(await reasonOf(refresh(current))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("any token that the session ever had signs it out", async () => {
    const { used, current } = await rotations(5);
    await t.auth(project).signOut({ refreshToken: used[0]?.token ?? "" });
    expect(await reasonOf(refresh(current))).toBe("REFRESH_TOKEN_INVALID");
    expect(await eventsOf("session.")).toEqual([]);
  });

  test("a damaged token, a part of one or another text changes nothing", async () => {
    const token = first.refreshToken;
    const flipped = token.startsWith("A") ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    const before = await session();
    for (const text of [
      "",
      token.slice(0, 42),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      flipped,
      token.slice(16),
    ]) {
      expect(await reasonOf(refresh(text)), text).toBe("REFRESH_TOKEN_INVALID");
      if (text !== "") await t.auth(project).signOut({ refreshToken: text });
    }
    expect(await session()).toEqual(before);
    expect(await eventsOf("session.")).toEqual([]);
    await refresh(token);
  });

  test("another project neither refreshes the token nor ends its session", async () => {
    const { project: other } = await t.addProject("Other");
    await refresh(first.refreshToken);
    const before = await session();
    expect(await reasonOf(t.auth(other).refreshToken({ refreshToken: first.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    await t.auth(other).signOut({ refreshToken: first.refreshToken });
    expect(await session()).toEqual(before);
  });

  test("when its current token has expired, a used one changes nothing", async () => {
    const { used } = await rotations(2);
    t.advance(30 * DAY_MS);
    const before = await session();
    expect(await reasonOf(refresh(used[0]?.token ?? ""))).toBe("REFRESH_TOKEN_INVALID");
    expect(await session()).toEqual(before);
    expect(await eventsOf("session.")).toEqual([]);
  });

  describe("after a restore", () => {
    /** What a restore of a backup from this moment does to the session that was refreshed since. */
    async function restored(): Promise<string> {
      const { id, ...row } = await session();
      const { current } = await rotations(2);
      await t.app.db.updateTable("sessions").set(row).where("id", "=", id).execute();
      t.advance(1_000);
      await putRestoredAt(t.app.db, t.app.clock());
      return current;
    }

    test("a token that was issued after the backup ends the session without a report of theft", async () => {
      const newer = await restored();
      t.advance(29 * DAY_MS);
      expect(await reasonOf(refresh(newer))).toBe("REFRESH_TOKEN_INVALID");
      expect(await session()).toMatchObject({ revokedReason: "restored" });
      expect(await eventsOf("session.")).toEqual([]);
    });

    test("once the session was refreshed, an unknown token is a theft again", async () => {
      const newer = await restored();
      await refresh(first.refreshToken);
      expect(await reasonOf(refresh(newer))).toBe("REFRESH_TOKEN_REUSED");
    });

    test("a session that was opened after the restore is not excused", async () => {
      await putRestoredAt(t.app.db, t.app.clock());
      t.advance(1_000);
      await t.app.db.deleteFrom("sessions").execute();
      first = await t.addUser(project, "grace@example.com", "correct horse battery");
      const { used } = await rotations(1);
      expect(await reasonOf(refresh(used[0]?.token ?? ""))).toBe("REFRESH_TOKEN_REUSED");
    });
  });
});
