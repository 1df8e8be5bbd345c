import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { listHashKinds } from "../../storage/hash-counts.ts";

/** The hashes that a password is verified against when the address has none, so that timing reveals nothing. */
export type DummyHashes = Readonly<{
  /** Null stands for a hash with our own parameters. */
  of: (projectId: string, email: string) => Promise<string | null>;
}>;

type Kinds = readonly { kind: string; users: number }[];

const FRESH_MS: Millis = 60_000;
const MAX_PROJECTS = 1024;

/**
 * Chooses among the kinds of hashes that the project's users have, in the same proportions, by a MAC of the address. So
 * unknown addresses take as long as known ones, and each always takes the same time.
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

/** In a fixed order, so that most choices stay the same when the proportions change. */
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
