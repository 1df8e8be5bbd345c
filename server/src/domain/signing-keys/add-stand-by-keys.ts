import type { App } from "../../app.ts";
import { lockProject } from "../../storage/projects.ts";
import { insertStandByKey, listProjectsWithoutStandByKey } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { newSigningKey } from "./new-signing-key.ts";

const BATCH = 100;

type KeysApp = Pick<App, "clock" | "db" | "secretBox">;

/**
 * Adds the stand-by key of every project that has none: projects of 0.1.0, and those that a replica of 0.1 has created or
 * reset beside this one. Returns how many were added.
 */
export async function addStandByKeys(app: KeysApp, signal?: AbortSignal): Promise<number> {
  let added = 0;
  let after = "";
  for (;;) {
    const ids = await listProjectsWithoutStandByKey(app.db, after, BATCH);
    for (const id of ids) {
      if (signal?.aborted) return added;
      if (await addStandByKey(app, id)) added += 1;
    }
    if (ids.length < BATCH) return added;
    after = ids.at(-1) ?? "";
  }
}

async function addStandByKey(app: KeysApp, id: string): Promise<boolean> {
  const key = newSigningKey(app, id);
  return transact(app, async (app) => {
    // A rotation, a reset or a deletion at the same time comes before or after this, never in between.
    if (!(await lockProject(app.db, { id }))) return false;
    return insertStandByKey(app.db, { ...key, createdAt: app.clock() });
  });
}
