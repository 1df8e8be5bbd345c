import { randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { finishUpgrade } from "../../domain/instance/upgrade.ts";
import type { Project } from "../../domain/projects/project.ts";
import { oldAttemptOf } from "../../domain/sessions/old-tokens.ts";
import { NO_TOKENS } from "../../storage/session-tokens.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { leaveUpgradeUnfinished } from "../../testing/unfinished-upgrade.ts";

const DAY_MS = 86_400_000;
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("Refresh tokens of version 0.1 on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let first: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true })).project;
    first = await t.addUser(project, EMAIL, PASSWORD);
    await storeAsBefore(first.refreshToken);
  });
  afterEach(() => t.close());

  const newAttemptId = () => randomBytes(16).toString("base64url");
  const refresh = (refreshToken: string, attemptId = "") =>
    t.auth(project).refreshToken({ refreshToken, attemptId });
  const session = () => t.app.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  const oldTokens = () => t.app.db.selectFrom("refreshTokens").selectAll().orderBy("createdAt").execute();

  /** The session with this token becomes one that version 0.1 opened. */
  async function storeAsBefore(token: string): Promise<void> {
    const hash = hashToken(token);
    const found = await t.app.db
      .selectFrom("sessions")
      .selectAll()
      .where("tokenHash", "=", hash)
      .executeTakeFirstOrThrow();
    await t.app.db.updateTable("sessions").set(NO_TOKENS).where("id", "=", found.id).execute();
    await t.app.db
      .insertInto("refreshTokens")
      .values({
        ...{ hash, projectId: project.id, sessionId: found.id, createdAt: found.createdAt },
        ...{ expiresAt: found.createdAt + 30 * DAY_MS, consumedAt: null, attemptHash: null },
        ...{ replay: null, predecessorHash: null },
      })
      .execute();
  }

  /** As version 0.1 refreshes: the token is marked as used, and its successor is another row. */
  async function rotateAsBefore(token: string, attemptId = ""): Promise<string> {
    const successor = randomBytes(32).toString("base64url");
    const row = await t.app.db
      .selectFrom("refreshTokens")
      .selectAll()
      .where("hash", "=", hashToken(token))
      .executeTakeFirstOrThrow();
    await t.app.db
      .updateTable("refreshTokens")
      .set({ consumedAt: t.app.clock(), ...oldAttemptOf(attemptId, row.hash, successor) })
      .where("hash", "=", row.hash)
      .execute();
    await t.app.db
      .insertInto("refreshTokens")
      .values({ ...row, hash: hashToken(successor), predecessorHash: row.hash })
      .execute();
    return successor;
  }

  test("a refresh moves the token into the row of its session, which goes on", async () => {
    const second = await refresh(first.refreshToken);
    expect(await session()).toMatchObject({ tokenHash: hashToken(second.refreshToken) });
    expect(await oldTokens()).toHaveLength(1);
    const third = await refresh(second.refreshToken);
    expect((await t.auth(project, third.accessToken).listMySessions({})).sessions).toHaveLength(1);
  });

  test("the session is listed with its expiry before and after it is moved", async () => {
    const expiries = async (accessToken: string) =>
      (await t.auth(project, accessToken).listMySessions({})).sessions.length;
    expect(await expiries(first.accessToken)).toBe(1);
    const { accessToken } = await refresh(first.refreshToken);
    expect(await expiries(accessToken)).toBe(1);
  });

  test("a lost answer is repeated across the change", async () => {
    const attempt = newAttemptId();
    const second = await refresh(first.refreshToken, attempt);
    expect((await refresh(first.refreshToken, attempt)).refreshToken).toBe(second.refreshToken);
    await refresh(second.refreshToken);
    expect(await reasonOf(refresh(first.refreshToken, attempt))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("a lost answer of version 0.1 is repeated by this one", async () => {
    const attempt = newAttemptId();
    const successor = await rotateAsBefore(first.refreshToken, attempt);
    expect((await refresh(first.refreshToken, attempt)).refreshToken).toBe(successor);
    await refresh(successor);
  });

  test("a used token still ends its session, before and after it is moved", async () => {
    const second = await rotateAsBefore(first.refreshToken);
    const third = await refresh(second);
    const fourth = await refresh(third.refreshToken);
    expect(await reasonOf(refresh(first.refreshToken))).toBe("REFRESH_TOKEN_REUSED");
    expect(await reasonOf(refresh(fourth.refreshToken))).toBe("REFRESH_TOKEN_INVALID");

    const other = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await storeAsBefore(other.refreshToken);
    await rotateAsBefore(other.refreshToken);
    expect(await reasonOf(refresh(other.refreshToken))).toBe("REFRESH_TOKEN_REUSED");
  });

  test("a used token signs its session out", async () => {
    const second = await refresh(first.refreshToken);
    await t.auth(project).signOut({ refreshToken: first.refreshToken });
    expect(await reasonOf(refresh(second.refreshToken))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("of concurrent refreshes exactly one succeeds, and the session ends", async () => {
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => refresh(first.refreshToken)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await session()).toMatchObject({ revokedReason: "reuse" });
  });

  test("LinkPassword moves the tokens too", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    await storeAsBefore(guest.refreshToken);
    const linked = await t
      .auth(project, guest.accessToken)
      .linkPassword({ email: "grace@example.com", password: PASSWORD, attemptId: newAttemptId() });
    await refresh(linked.refreshToken);
    expect(await reasonOf(refresh(guest.refreshToken))).toBe("REFRESH_TOKEN_REUSED");
  });

  test("clean-up keeps a session that was moved when its old tokens are gone", async () => {
    let { refreshToken } = await refresh(first.refreshToken);
    t.advance(20 * DAY_MS);
    ({ refreshToken } = await refresh(refreshToken));
    t.advance(20 * DAY_MS);
    await cleanUp(t.app);
    expect(await oldTokens()).toEqual([]);
    await refresh(refreshToken);
  });

  if (engine.kind === "postgres") {
    test("until the upgrade is finished, every token can be read by version 0.1", async () => {
      await leaveUpgradeUnfinished(t.app.db);
      const beside = await TestApp.open(engine, { database: t.database, rateLimits: "off" });
      try {
        const second = await beside.auth(project).refreshToken({ refreshToken: first.refreshToken });
        const other = await beside.auth(project).signIn({ email: EMAIL, password: PASSWORD });
        expect((await oldTokens()).map(({ hash }) => hash)).toEqual(
          expect.arrayContaining([hashToken(second.refreshToken), hashToken(other.refreshToken)]),
        );
        await finishUpgrade(t.app);
        const third = await beside.auth(project).refreshToken({ refreshToken: second.refreshToken });
        expect((await oldTokens()).map(({ hash }) => hash)).not.toContain(hashToken(third.refreshToken));
      } finally {
        await beside.close();
      }
    });
  }
});
