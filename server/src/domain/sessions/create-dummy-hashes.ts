import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { listHashKinds } from "../../storage/hash-counts.ts";
import type { DummyHashes } from "./dummy-hashes.ts";

type Kinds = readonly { kind: string; users: number }[];

const FRESH_MS: Millis = 60_000;
const MAX_PROJECTS = 1024;

/**
 * Chooses by a MAC of the address among the kinds of hashes that the project's users have, in the same proportions: unknown
 * addresses look like known ones, each always like the same.
 */
export function createDummyHashes(app: Pick<App, "clock" | "db" | "secretBox">): DummyHashes {
  const cache = new Map<string, { readAt: Millis; kinds: Kinds }>();

  async function kindsOf(projectId: string): Promise<Kinds> {
    const now = app.clock();
    const cached = cache.get(projectId);
    if (cached && Math.abs(now - cached.readAt) < FRESH_MS) return cached.kinds;
    const kinds = await readKinds(app, projectId);
    cache.delete(projectId);
    const [oldest] = cache.keys();
    if (cache.size >= MAX_PROJECTS && oldest !== undefined) cache.delete(oldest);
    cache.set(projectId, { readAt: now, kinds });
    return kinds;
  }

  return {
    async of(projectId, email) {
      const mac = app.secretBox.mac(projectId, "dummy hash", email);
      return choose(await kindsOf(projectId), mac.readUIntBE(0, 6) / 2 ** 48) || null;
    },
  };
}

/** In a fixed order: most choices stay when the proportions change. */
async function readKinds(app: Pick<App, "db">, projectId: string): Promise<Kinds> {
  const kinds = (await listHashKinds(app.db, projectId)).filter(({ users }) => users > 0);
  return kinds.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function choose(kinds: Kinds, fraction: number): string | undefined {
  const total = kinds.reduce((sum, { users }) => sum + users, 0);
  let below = 0;
  return kinds.find(({ users }) => {
    below += users;
    return fraction * total < below;
  })?.kind;
}
