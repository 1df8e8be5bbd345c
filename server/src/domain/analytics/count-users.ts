import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import {
  type CountPosition,
  countUsers as countGroup,
  countIdentities,
  findIdentityPlace,
  findUserPlace,
  type UserGroup,
} from "../../storage/user-counts.ts";
import { Tally } from "./tally.ts";

/** Counted at a time: a few milliseconds, so that other callers hardly wait. */
export const SLICE = 20_000;

/** How many users there are. Unlike events they cannot be counted afterwards. */
export const USER_METRICS = ["users", "guests", "users_by_provider"] as const;

const PROVIDERS = ["google", "apple"];
const END_OF_TIME: Millis = Number.MAX_SAFE_INTEGER;

/**
 * The users of now, or those of now who were there at an earlier moment. Who has been deleted since
 * is missing then, and ways to sign in are those of now.
 */
export async function countUsers(
  app: Pick<App, "db">,
  projectId: string,
  before: Millis = END_OF_TIME,
): Promise<Tally> {
  const users = await countOf(app, projectId, "all", before);
  const guests = await countOf(app, projectId, "guests", before);
  const tally = new Tally();
  tally.add("users", "", users);
  tally.add("guests", "", guests);
  tally.add("users_by_provider", "anonymous", guests);
  const withoutPassword = await countOf(app, projectId, "without-password", before);
  tally.add("users_by_provider", "password", Math.max(0, users - guests - withoutPassword));
  for (const provider of PROVIDERS) {
    tally.add("users_by_provider", provider, await countProvider(app, projectId, provider));
  }
  return tally;
}

/** How many users are guests, and how many are not. */
export async function countGuests(
  app: Pick<App, "db">,
  projectId: string,
): Promise<{ permanent: number; guests: number }> {
  const users = await countOf(app, projectId, "all", END_OF_TIME);
  const guests = await countOf(app, projectId, "guests", END_OF_TIME);
  return { permanent: users - guests, guests };
}

function countOf(app: Pick<App, "db">, projectId: string, group: UserGroup, before: Millis): Promise<number> {
  return countInSlices<CountPosition | undefined>(
    undefined,
    (after) => findUserPlace(app.db, projectId, group, { after, before }, SLICE),
    (after) => countGroup(app.db, projectId, group, { after, before }),
  );
}

function countProvider(app: Pick<App, "db">, projectId: string, provider: string): Promise<number> {
  return countInSlices<string>(
    "",
    (after) => findIdentityPlace(app.db, projectId, provider, after, SLICE),
    (after) => countIdentities(app.db, projectId, provider, after),
  );
}

/** Steps from place to place as long as there are whole slices, and counts the rest. */
async function countInSlices<Place>(
  start: Place,
  find: (after: Place) => Promise<Place | undefined>,
  countRest: (after: Place) => Promise<number>,
): Promise<number> {
  let place = start;
  for (let total = 0; ; total += SLICE) {
    const next = await find(place);
    if (next === undefined) return total + (await countRest(place));
    place = next;
    await setImmediate();
  }
}
