import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import {
  type CountPosition,
  countFactorUsers,
  countUsers as countGroup,
  countIdentities,
  countMailboxUsers,
  countPasskeyUsers,
  findFactorUserPlace,
  findIdentityPlace,
  findPasskeyUserPlace,
  findUserPlace,
  type UserGroup,
} from "../../storage/user-counts.ts";
import type { Project } from "../projects/project.ts";
import { Tally } from "./tally.ts";

/** Users per query. A query takes a few milliseconds, so that other calls hardly wait. */
export const SLICE = 20_000;

/** For a query that looks for the provider accounts of each user. */
const MAILBOX_SLICE = 2_000;

/** Totals of users. Unlike events they cannot be counted for a past day. */
export const USER_METRICS = ["users", "guests", "users_by_provider"] as const;

const PROVIDERS = ["google", "apple"];
const END_OF_TIME: Millis = Number.MAX_SAFE_INTEGER;

/**
 * Counts the current users, or those of them who existed before a moment. Users deleted since are not counted, and
 * sign-in methods are the current ones.
 */
export async function countUsers(
  app: Pick<App, "db">,
  { id: projectId, settings }: Pick<Project, "id" | "settings">,
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
  tally.add("users_by_provider", "passkey", await countWithPasskey(app, projectId));
  tally.add("users_by_provider", "totp", await countWithTotp(app, projectId));
  // Others can use codes, too. These have nothing else.
  const withCodes = settings.allowEmailCodes ? await countWithMailboxOnly(app, projectId, before) : 0;
  tally.add("users_by_provider", "email_code", withCodes);
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

function countWithPasskey(app: Pick<App, "db">, projectId: string): Promise<number> {
  return countInSlices<string>(
    "",
    (after) => findPasskeyUserPlace(app.db, projectId, after, SLICE),
    (after) => countPasskeyUsers(app.db, projectId, after),
  );
}

function countWithTotp(app: Pick<App, "db">, projectId: string): Promise<number> {
  return countInSlices<string>(
    "",
    (after) => findFactorUserPlace(app.db, projectId, after, SLICE),
    (after) => countFactorUsers(app.db, projectId, after),
  );
}

async function countWithMailboxOnly(
  app: Pick<App, "db">,
  projectId: string,
  before: Millis,
): Promise<number> {
  let after: CountPosition | undefined;
  for (let total = 0; ; ) {
    const last = await findUserPlace(app.db, projectId, "without-password", { after, before }, MAILBOX_SLICE);
    total += await countMailboxUsers(app.db, projectId, { after, last, before });
    if (last === undefined) return total;
    after = last;
    await setImmediate();
  }
}

/** Advances slice by slice while there are whole slices, and counts the rest. */
async function countInSlices<Position>(
  start: Position,
  find: (after: Position) => Promise<Position | undefined>,
  countRest: (after: Position) => Promise<number>,
): Promise<number> {
  let position = start;
  for (let total = 0; ; total += SLICE) {
    const next = await find(position);
    if (next === undefined) return total + (await countRest(position));
    position = next;
    await setImmediate();
  }
}
