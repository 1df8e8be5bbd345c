import { hashToken } from "../../crypto/random-token.ts";
import type { Db } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import { perDatabase } from "../../storage/prepared.ts";
import type { Project } from "./project.ts";

const MOST = 1_000;

/** By key, a secret one by its hash. */
const projects = perDatabase(() => new Map<string, Project>());

/**
 * The project of a key as an earlier call of this process read it. It may have changed or be gone, so it is only for calls
 * whose first statement compares its version (see storage/project-version.ts) and that begin again when it differs.
 */
export function rememberedProject(db: Db, key: string): Project | undefined {
  return engineOf(db).rowVersion === undefined ? undefined : projects(db).get(nameOf(key));
}

export function rememberProject(db: Db, key: string, project: Project): void {
  if (engineOf(db).rowVersion === undefined) return;
  const known = projects(db);
  const name = nameOf(key);
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined && !known.has(name)) known.delete(oldest);
  known.set(name, project);
}

export function forgetProject(db: Db, key: string): void {
  projects(db).delete(nameOf(key));
}

function nameOf(key: string): string {
  return key.startsWith("sk_") ? hashToken(key) : key;
}
