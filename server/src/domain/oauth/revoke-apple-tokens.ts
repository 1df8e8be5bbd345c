import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import {
  claimAppleRevocation,
  deleteAppleRevocation,
  listDueAppleRevocations,
  updateAppleRevocation,
} from "../../storage/apple-revocations.ts";
import type { AppleRevocation } from "../../storage/db.ts";
import { findProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { readProject } from "../projects/project.ts";
import { appleTokenPlace } from "./apple-token.ts";
import { appleClient } from "./provider-client.ts";

type RevokeApp = Pick<App, "clock" | "db" | "identityProviders" | "log" | "newId" | "secretBox">;

export type Revocations = { revoked: number; failed: number };

const BATCH = 20;
/** Longer than any attempt. */
const LEASE_MS = 60_000;
const BACK_OFF_MS = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];
const GIVE_UP_AFTER_MS = 14 * 86_400_000;

/**
 * Revokes the tokens of deleted accounts at Apple. Any number of workers may do this at once, because each token is
 * claimed by one of them. Revoking a token twice is harmless, so a claim may expire early.
 */
export async function revokeDueAppleTokens(app: RevokeApp, signal?: AbortSignal): Promise<Revocations> {
  const total: Revocations = { revoked: 0, failed: 0 };
  let due: AppleRevocation[];
  do {
    due = signal?.aborted ? [] : await listDueAppleRevocations(app.db, app.clock(), BATCH);
    for (const revocation of due) {
      if (signal?.aborted) break;
      const claimed = await claimAppleRevocation(app.db, revocation, app.clock() + LEASE_MS);
      if (claimed) total[await revoke(app, claimed)] += 1;
    }
  } while (due.length > 0);
  return total;
}

async function revoke(app: RevokeApp, revocation: AppleRevocation): Promise<keyof Revocations> {
  const problem = await problemOf(app, revocation);
  if (problem === undefined) {
    await deleteAppleRevocation(app.db, revocation.projectId, revocation.id);
    return "revoked";
  }
  await putOff(app, revocation, problem);
  return "failed";
}

async function problemOf(app: RevokeApp, revocation: AppleRevocation): Promise<string | undefined> {
  const { id, projectId, clientId, refreshTokenSealed } = revocation;
  const row = await findProject(app.db, projectId);
  if (!row) return "the project is being deleted";
  const client = await appleClient(app, readProject(row), clientId);
  if (!client) return "the project has no key of Apple's";
  try {
    const refreshToken = app.secretBox.open(refreshTokenSealed, appleTokenPlace(projectId, id));
    const outcome = await app.identityProviders.apple.revoke(client, refreshToken);
    return outcome.kind === "revoked" ? undefined : `Apple says ${outcome.error}`;
  } catch (error) {
    return error instanceof AppError ? (error.detail ?? error.message) : String(error);
  }
}

async function putOff(app: RevokeApp, revocation: AppleRevocation, lastError: string): Promise<void> {
  const { id, projectId, clientId, attempts, createdAt } = revocation;
  const now = app.clock();
  const facts = { revocation: id, project: projectId, client: clientId, attempts, detail: lastError };
  if (now - createdAt < GIVE_UP_AFTER_MS) {
    const wait = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? 0;
    await updateAppleRevocation(app.db, revocation, { lastError, nextAttemptAt: now + wait });
    app.log("warn", "Apple not told of a deleted account, will be tried again", facts);
    return;
  }
  const gaveUp = await transact(app, async (app) => {
    if (!(await updateAppleRevocation(app.db, revocation, { lastError, gaveUpAt: now }))) return false;
    const data = { client: clientId, attempts, reason: lastError };
    await recordEvent(app, { kind: "apple.revocation_gave_up", projectId, by: systemActor, data });
    return true;
  });
  if (gaveUp) app.log("error", "Apple not told of a deleted account, given up", facts);
}
