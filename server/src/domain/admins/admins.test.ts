import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App } from "../../app.ts";
import { createHashQueue } from "../../crypto/hash-queue.ts";
import { createPasswordHasher } from "../../crypto/passwords.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { engines } from "../../testing/engines.ts";
import { watchUpgrade } from "../instance/upgrade.ts";
import { createAdmin } from "./create-admin.ts";
import { hasAdmin } from "./has-admin.ts";
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  revokePersonalAccessToken,
} from "./personal-access-tokens.ts";
import { requireAdmin } from "./require-admin.ts";

const email = "ada@example.com";
const password = "correct horse battery";

describe.each(engines)("administrators on $kind", (engine) => {
  let app: Pick<App, "clock" | "db" | "newId" | "passwords" | "upgrade">;
  let now: number;
  beforeEach(async () => {
    now = 1_000_000;
    const queue = createHashQueue({ running: 2, waiting: 8, maxWaitMs: 10_000 });
    let ids = 0;
    app = {
      clock: () => now,
      db: await engine.open(),
      newId: () => `id-${++ids}`,
      passwords: createPasswordHasher({ queue }),
      upgrade: watchUpgrade(),
    };
  });
  afterEach(() => app.db.destroy());

  const kinds = async () => {
    const events = await app.db
      .selectFrom("events")
      .select(["kind", "actor"])
      .orderBy("at")
      .orderBy("id")
      .execute();
    return events.map(({ kind, actor }) => `${kind} by ${actor}`);
  };

  test("the password is stored as a hash that verifies, and a new one replaces it", async () => {
    expect(await hasAdmin(app)).toBe(false);
    await createAdmin(app, { email, password });
    await createAdmin(app, { email, password: "another password" });
    const { passwordHash } = await requireAdmin(app, email);
    expect(await app.passwords.verify(passwordHash, password)).toBe(false);
    expect(await app.passwords.verify(passwordHash, "another password")).toBe(true);
    expect(await hasAdmin(app)).toBe(true);
  });

  test("of two who create the same administrator at once one creates and one resets", async () => {
    const both = await Promise.all([
      createAdmin(app, { email, password }),
      createAdmin(app, { email, password }),
    ]);
    expect(both.map(({ created }) => created).toSorted()).toEqual([false, true]);
    expect(new Set(both.map(({ admin }) => admin.id)).size).toBe(1);
    expect((await kinds()).toSorted()).toEqual(["admin.created by system", "admin.password_reset by system"]);
  });

  test("a token that was taken back is revoked with its event, or neither is", async () => {
    const { admin } = await createAdmin(app, { email, password });
    const { token, row } = await createPersonalAccessToken(app, admin, { name: " ci ", expiresInDays: 1 });
    expect(row).toMatchObject({
      name: "ci",
      hash: hashToken(token),
      last4: token.slice(-4),
      expiresAt: now + 86_400_000,
    });
    await app.db.schema.alterTable("events").renameTo("elsewhere").execute();
    await expect(revokePersonalAccessToken(app, admin, row.id)).rejects.toThrow();
    expect(await listPersonalAccessTokens(app, admin)).toHaveLength(1);

    await app.db.schema.alterTable("elsewhere").renameTo("events").execute();
    await revokePersonalAccessToken(app, admin, row.id);
    await expect(revokePersonalAccessToken(app, admin, row.id)).rejects.toMatchObject({
      reason: "NOT_FOUND",
    });
    expect(await listPersonalAccessTokens(app, admin)).toEqual([]);
    expect(await kinds()).toEqual([
      "admin.created by system",
      "admin.token_created by system",
      "admin.token_revoked by system",
    ]);
  });

  test("tokens are listed newest first, also those of one instant", async () => {
    const { admin } = await createAdmin(app, { email, password });
    for (const name of ["a", "b"]) await createPersonalAccessToken(app, admin, { name, expiresInDays: 0 });
    now += 1;
    await createPersonalAccessToken(app, admin, { name: "c", expiresInDays: 0 });
    expect((await listPersonalAccessTokens(app, admin)).map(({ name }) => name)).toEqual(["c", "b", "a"]);
  });
});
