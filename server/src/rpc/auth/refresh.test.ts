import { randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

describe.each(engines)("RefreshToken on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let first: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject()).project;
    first = await t.addUser(project, EMAIL, PASSWORD);
  });
  afterEach(() => t.close());

  const refresh = (refreshToken: string, attemptId = "") =>
    t.auth(project).refreshToken({ refreshToken, attemptId });
  const newAttemptId = () => randomBytes(16).toString("base64url");

  test("rotates on every use and keeps the session", async () => {
    const second = await refresh(first.refreshToken);
    const third = await refresh(second.refreshToken);

    expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3);
    expect(third.user?.id).toBe(first.user?.id);
    expect((await t.auth(project, third.accessToken).listMySessions({})).sessions).toHaveLength(1);
  });

  test("revokes the whole family when a used token comes back, although the call fails", async () => {
    const second = await refresh(first.refreshToken);

    expect(await failureOf(refresh(first.refreshToken))).toEqual({
      code: "Unauthenticated",
      reason: "REFRESH_TOKEN_REUSED",
      metadata: {},
    });
    expect(await failureOf(refresh(second.refreshToken))).toMatchObject({
      code: "Unauthenticated",
      reason: "REFRESH_TOKEN_INVALID",
    });
    expect(await reasonOf(t.auth(project, second.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    const events = await t.app.db
      .selectFrom("events")
      .select("kind")
      .where("kind", "like", "session.%")
      .execute();
    expect(events).toEqual([{ kind: "session.reuse_detected" }]);
  });

  test("a family that is revoked leaves the user's other sessions alone", async () => {
    const other = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await refresh(first.refreshToken);
    await reasonOf(refresh(first.refreshToken));
    await refresh(other.refreshToken);
  });

  test("of 64 concurrent presentations exactly one succeeds, and the family is revoked", async () => {
    for (let round = 0; round < times(3, 1000); round++) {
      const { refreshToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
      const results = await Promise.allSettled(Array.from({ length: 64 }, () => refresh(refreshToken)));
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      expect(won).toHaveLength(1);
      const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      const reasons = await Promise.all(lost.map((reason) => reasonOf(Promise.reject(reason))));
      expect(reasons.filter((reason) => reason === "REFRESH_TOKEN_REUSED")).toHaveLength(1);
      expect(new Set(reasons)).toEqual(new Set(["REFRESH_TOKEN_REUSED", "REFRESH_TOKEN_INVALID"]));
      expect(await reasonOf(refresh(won[0]?.refreshToken ?? ""))).toBe("REFRESH_TOKEN_INVALID");
    }
  });

  test("the same token with the same attempt id gets the same successor, as often as needed", async () => {
    const attempt = newAttemptId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refreshToken, attempt)));
    answers.push(await refresh(first.refreshToken, attempt));

    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    await refresh(answers[0]?.refreshToken ?? "");
  });

  test("another attempt id, or none, is another presentation and closes the family", async () => {
    for (const second of [newAttemptId(), "", "too-short", "x".repeat(300)]) {
      const { refreshToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
      await refresh(refreshToken, newAttemptId());
      expect(await reasonOf(refresh(refreshToken, second))).toBe("REFRESH_TOKEN_REUSED");
    }
  });

  test("an id of less than 128 bits counts as none", async () => {
    await refresh(first.refreshToken, "short");
    expect(await reasonOf(refresh(first.refreshToken, "short"))).toBe("REFRESH_TOKEN_REUSED");
  });

  test("once the successor has expired, the same attempt gets nothing", async () => {
    const attempt = newAttemptId();
    await refresh(first.refreshToken, attempt);
    t.advance(30 * DAY_MS);
    expect(await reasonOf(refresh(first.refreshToken, attempt))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("only hashes are stored, and the replay is gone once the successor is used", async () => {
    const second = await refresh(first.refreshToken, newAttemptId());
    const rows = await t.app.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.refreshToken);
    expect(JSON.stringify(rows)).not.toContain(second.refreshToken);
    expect(rows.filter(({ replay }) => replay !== null)).toHaveLength(1);

    await refresh(second.refreshToken);
    const replays = await t.app.db
      .selectFrom("sessions")
      .select("id")
      .where("replay", "is not", null)
      .execute();
    expect(replays).toEqual([]);
  });

  test("signing out wipes what a retry could be told", async () => {
    await refresh(first.refreshToken, newAttemptId());
    await t.auth(project).signOut({ refreshToken: first.refreshToken });
    const replays = await t.app.db
      .selectFrom("sessions")
      .select("id")
      .where("replay", "is not", null)
      .execute();
    expect(replays).toEqual([]);
  });

  test("the window slides: 30 days from the last use, checked at use", async () => {
    let current = first;
    for (let use = 0; use < 3; use++) {
      t.advance(30 * DAY_MS - 1);
      current = await refresh(current.refreshToken);
    }
    t.advance(30 * DAY_MS);
    expect(await reasonOf(refresh(current.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("the window is the project's own, and the session has an absolute end", async () => {
    const { project: short } = await t.addProject("Short", { refreshTokenDays: 2, sessionMaxDays: 3 });
    let { refreshToken } = await t.addUser(short, EMAIL, PASSWORD);
    const again = () => t.auth(short).refreshToken({ refreshToken });
    t.advance(2 * DAY_MS - 1);
    ({ refreshToken } = await again());
    t.advance(DAY_MS);
    ({ refreshToken } = await again());
    t.advance(1);
    expect(await reasonOf(again())).toBe("REFRESH_TOKEN_INVALID");
  });

  test("a token with another project's key is invalid, and its family stays untouched", async () => {
    const { project: other } = await t.addProject("Other");
    const second = await refresh(first.refreshToken);
    for (const token of [first.refreshToken, second.refreshToken]) {
      expect(await reasonOf(t.auth(other).refreshToken({ refreshToken: token }))).toBe(
        "REFRESH_TOKEN_INVALID",
      );
    }
    await refresh(second.refreshToken);
  });

  test.each(["", "x", "a".repeat(43), "a".repeat(5000)])(
    "the unknown token %j is REFRESH_TOKEN_INVALID",
    async (token) => {
      expect(await reasonOf(refresh(token))).toBe("REFRESH_TOKEN_INVALID");
    },
  );

  test("a truncated or extended token is not the token", async () => {
    for (const token of [
      first.refreshToken.slice(0, -1),
      `${first.refreshToken}A`,
      first.refreshToken.toUpperCase(),
    ]) {
      expect(await reasonOf(refresh(token))).toBe("REFRESH_TOKEN_INVALID");
    }
    await refresh(first.refreshToken);
  });

  test("a disabled or deleted user gets no new tokens", async () => {
    const other = await t.addUser(project, "eve@example.com", PASSWORD);
    await updateUser(t.app.db, project.id, first.user?.id ?? "", { disabledAt: 1 });
    expect(await reasonOf(refresh(first.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
    expect(await reasonOf(t.auth(project, first.accessToken).getMe({}))).toBe("SESSION_REVOKED");

    await t.auth(project, other.accessToken).deleteAccount({ currentPassword: PASSWORD });
    expect(await reasonOf(refresh(other.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("changed claims appear in the next refreshed token, not before", async () => {
    await updateUser(t.app.db, project.id, first.user?.id ?? "", { customClaims: '{"role":"editor"}' });
    const second = await refresh(first.refreshToken);
    expect(second.user?.claims).toEqual({ role: "editor" });
    expect(payloadOf(first.accessToken).claims).toEqual({});
    expect(payloadOf(second.accessToken).claims).toEqual({ role: "editor" });
  });

  test("claims that are to hold at once: after RevokeUserSessions the next token has them", async () => {
    const { project: own, secretKey } = await t.addProject("Own");
    const { user, refreshToken } = await t.addUser(own, EMAIL, PASSWORD);
    const users = t.client(UserService, { "x-svc-key": secretKey });
    const userId = user?.id ?? "";
    await users.updateUser({ userId, customClaims: { role: "editor" } });
    await users.revokeUserSessions({ userId });

    expect(await reasonOf(t.auth(own).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    const again = await t.auth(own).signIn({ email: EMAIL, password: PASSWORD });
    expect(payloadOf(again.accessToken).claims).toEqual({ role: "editor" });
  });

  test("the hash that is stored is SHA-256 of the token", async () => {
    const row = await t.app.db.selectFrom("sessions").select("tokenHash").executeTakeFirstOrThrow();
    expect(row.tokenHash).toBe(hashToken(first.refreshToken));
  });
});

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
