import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hash } from "@node-rs/argon2";
import { openLocal } from "../../server/src/compose.ts";
import { loadConfig } from "../../server/src/config/load-config.ts";
import { newToken } from "../../server/src/crypto/random-token.ts";
import { findProjectBySlug } from "../../server/src/storage/projects.ts";
import { PASSWORD, type People, signInPeople } from "../calls/people.ts";
import { addUsers, emailOf } from "../many-users.ts";
import { type BenchServer, startBenchServer } from "../server-process.ts";

/** As in server/src/crypto/passwords.ts. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export type FilledServer = BenchServer & {
  users: number;
  /** From all over the table. */
  emails: readonly string[];
  people: People;
  /** Access tokens end after some minutes, and filling the next server may take longer. */
  signInAgain: () => Promise<void>;
};

/** A server whose project has so many users with a password, a session and a refresh token each. */
export async function startFilledServer(
  users: number,
  { emails: sample, people: signedIn }: { emails: number; people: number },
): Promise<FilledServer> {
  const server = await startBenchServer();
  await fill(server.dataDir, users);
  // Users who sign in have even numbers, the others odd ones, because signing in creates many sessions.
  const spread = (count: number, odd: 0 | 1): string[] =>
    Array.from({ length: count }, (_, n) => emailOf(2 * Math.floor((n * users) / count / 2) + odd));
  const people = await signInPeople(server, spread(signedIn, 0));
  return {
    ...{ ...server, users, emails: spread(sample, 1), people },
    signInAgain: async () => void Object.assign(people, await signInPeople(server, people.emails)),
  };
}

/** Beside the running server, as an import by another process would do it. */
async function fill(dataDir: string, users: number): Promise<void> {
  const app = await openLocal(loadConfig({ flags: {}, env: { SVC_DATA_DIR: dataDir }, cwd: dataDir }), {
    mayCreate: true,
  });
  const project = await findProjectBySlug(app.db, "bench");
  if (!project) throw new Error("the project is missing");
  const passwordHash = await hash(PASSWORD, ARGON2);
  await addUsers(app, project.id, [0, users], { passwordHash: () => passwordHash, tokenHash: newToken });
  await app.close();
  const file = new DatabaseSync(join(dataDir, "svc.db"));
  file.exec("pragma wal_checkpoint(truncate)"); // or every read would go through a log as large as the database
  file.close();
}
