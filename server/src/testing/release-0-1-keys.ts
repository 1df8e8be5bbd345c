import type { App } from "../app.ts";
import { newProject } from "../domain/projects/create-project.ts";
import { defaultSettings } from "../domain/projects/settings.ts";
import { newSigningKey } from "../domain/signing-keys/new-signing-key.ts";
import type { Db, SigningKey } from "../storage/db.ts";
import { insertProject, lockProject } from "../storage/projects.ts";
import { transact } from "../storage/transact.ts";

/**
 * What a replica of 0.1.0 does with signing keys, statement by statement: it knows no stand-by key. A key without
 * `grace_until` signs; a key with a later one is published.
 */
export const release01 = {
  async signsWith({ db }: { db: Db }, projectId: string): Promise<string[]> {
    const rows = await db
      .selectFrom("signingKeys")
      .select("kid")
      .where("projectId", "=", projectId)
      .where("graceUntil", "is", null)
      .execute();
    return rows.map(({ kid }) => kid);
  },

  async publishes({ db, clock }: Pick<App, "clock" | "db">, projectId: string): Promise<string[]> {
    const rows = await db
      .selectFrom("signingKeys")
      .select("kid")
      .where("projectId", "=", projectId)
      .where((key) => key.or([key("graceUntil", "is", null), key("graceUntil", ">", clock())]))
      .orderBy("createdAt", "desc")
      .execute();
    return rows.map(({ kid }) => kid);
  },

  async create(app: Pick<App, "clock" | "db" | "newId" | "secretBox">, slug: string): Promise<string> {
    const { row, signingKey } = newProject(app, { name: slug, slug, settings: defaultSettings });
    await transact(app, async ({ db }) => {
      await insertProject(db, row);
      await insert(db, signingKey);
    });
    return row.id;
  },

  async rotate(app: Pick<App, "clock" | "db" | "secretBox">, id: string): Promise<string> {
    const key = newSigningKey(app, id);
    await transact(app, async ({ db, clock }) => {
      if (!(await lockProject(db, { id }))) throw new Error("the project is gone");
      await db
        .deleteFrom("signingKeys")
        .where("graceUntil", "<=", clock())
        .where("projectId", "=", id)
        .execute();
      await db
        .updateTable("signingKeys")
        .set({ graceUntil: clock() + 960_000 })
        .where("projectId", "=", id)
        .where("graceUntil", "is", null)
        .execute();
      await insert(db, key);
    });
    return key.kid;
  },

  async reset(app: Pick<App, "clock" | "db" | "secretBox">, id: string): Promise<string> {
    const key = newSigningKey(app, id);
    await transact(app, async ({ db }) => {
      if (!(await lockProject(db, { id }))) throw new Error("the project is gone");
      await db.deleteFrom("signingKeys").where("projectId", "=", id).execute();
      await insert(db, key);
    });
    return key.kid;
  },
};

async function insert(db: Db, key: SigningKey): Promise<void> {
  await db
    .insertInto("signingKeys")
    .values({ ...key, graceUntil: null })
    .execute();
}
