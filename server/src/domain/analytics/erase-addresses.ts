import type { App } from "../../app.ts";
import { findRollup, insertRollup } from "../../storage/daily-stats.ts";
import type { Millis } from "../../storage/db.ts";
import {
  eraseAddressesOfSessions,
  listAddressedEndedSessions,
  moveExpiryDays,
} from "../../storage/ended-sessions.ts";
import {
  eraseAddressesOfEvents,
  listAddressedEvents,
  markAddressesErased,
} from "../../storage/event-retention.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Project, readProject } from "../projects/project.ts";

const DAY_MS = 86_400_000;

type EraseApp = Pick<App, "db">;

/**
 * Where the project says so, old events forget from where and with what they were done. Returns how many of one batch.
 * Call it again while it returns `limit`.
 */
export async function eraseOldEventAddresses(app: EraseApp, now: Millis, limit: number): Promise<number> {
  let erased = 0;
  for (const { id, before } of await projectsThatForget(app, now)) {
    if (erased >= limit) return erased;
    erased += await eraseOfEvents(app, id, before, limit - erased);
  }
  return erased;
}

/** The same for sessions that have ended. */
export async function eraseOldSessionAddresses(
  app: EraseApp,
  now: Millis,
  limit: number,
): Promise<{ deleted: number; isMore: boolean }> {
  let deleted = 0;
  let isMore = false;
  for (const { id, before } of await projectsThatForget(app, now)) {
    const moved = await transact(app, ({ db }) => moveExpiryDays(db, before, limit));
    const ended = await listAddressedEndedSessions(app.db, id, before, limit);
    await eraseAddressesOfSessions(app.db, id, ended);
    deleted += ended.length;
    isMore ||= moved >= limit || ended.length >= limit;
  }
  return { deleted, isMore };
}

type Forgetful = Readonly<{ id: Project["id"]; before: Millis }>;

async function projectsThatForget(app: EraseApp, now: Millis): Promise<Forgetful[]> {
  return (await listAllProjects(app.db)).flatMap((row) => {
    const { id, settings } = readProject(row);
    return settings.ipRetentionDays === 0 ? [] : [{ id, before: now - settings.ipRetentionDays * DAY_MS }];
  });
}

/** Goes on where the last batch ended, so that no event is read twice. */
async function eraseOfEvents(app: EraseApp, id: string, before: Millis, limit: number): Promise<number> {
  await insertRollup(app.db, id);
  const from = (await findRollup(app.db, id))?.addressesErasedUntil;
  if (from === undefined || from >= before) return 0;
  return transact(app, async ({ db }) => {
    const events = await listAddressedEvents(db, id, { from, before }, limit);
    const ids = events.map((event) => event.id);
    await eraseAddressesOfEvents(db, id, ids);
    const until = events.length < limit ? before : (events.at(-1)?.at ?? before);
    // Once a day when nothing happens: every write of an idle project costs a little.
    if (events.length > 0 || until - from >= DAY_MS) await markAddressesErased(db, id, until);
    return events.length;
  });
}
