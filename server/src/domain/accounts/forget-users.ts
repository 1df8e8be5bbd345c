import { randomUUID } from "node:crypto";
import type { App } from "../../app.ts";
import {
  deleteMailOf,
  eraseFormerOwners,
  erasePeopleAsActors,
  erasePersonFromActiveDays,
  erasePersonFromEvents,
  listAddressesOf,
  listEventData,
} from "../../storage/erase-people.ts";
import { insertErasures } from "../../storage/erasures.ts";
import { deleteUnownedOneTimeCodes } from "../../storage/one-time-codes.ts";
import type { Change } from "../analytics/changes.ts";
import type { EventKind } from "../analytics/event-kinds.ts";

/** These tell an address that a user had. */
const ADDRESS_KINDS: readonly EventKind[] = ["user.email_changed", "admin.user_email_changed"];

/** By user, every address that the user has, had or asked for. */
export type Addresses = ReadonlyMap<string, Set<string>>;

/** Call it before anything of these users is deleted. */
export async function findAddressesOf(
  { db }: Pick<App, "db">,
  projectId: string,
  userIds: readonly string[],
): Promise<Addresses> {
  const found = new Map(userIds.map((id) => [id, new Set<string>()]));
  for (const { userId, email } of await listAddressesOf(db, projectId, userIds))
    found.get(userId)?.add(email);
  for (const { userId, data } of await listEventData(db, projectId, userIds, ADDRESS_KINDS)) {
    for (const address of addressesIn(data)) found.get(userId)?.add(address);
  }
  return found;
}

function addressesIn(data: string): string[] {
  const { changes = [] } = JSON.parse(data) as { changes?: readonly Change[] };
  return changes
    .filter(({ field }) => field === "email")
    .flatMap((change) => [change.old, change.new])
    .filter((value) => typeof value === "string");
}

/**
 * The end of every deletion of users, in its transaction: what other tables keep about them. Events and statistics stay,
 * under a random id in place of theirs, which nothing leads back from. A restore erases the users again, and bans them
 * if they were banned.
 */
export async function forgetUsers(
  { clock, db }: Pick<App, "clock" | "db">,
  projectId: string,
  userIds: readonly string[],
  addresses: Addresses,
  { isBanned }: { isBanned: boolean },
): Promise<void> {
  await insertErasures(db, projectId, userIds, { at: clock(), isBanned });
  const replacements = userIds.map((userId) => ({ userId, by: randomUUID() }));
  for (const replacement of replacements) {
    await erasePersonFromEvents(db, projectId, replacement);
    await erasePersonFromActiveDays(db, projectId, replacement);
  }
  await erasePeopleAsActors(db, projectId, replacements);
  await eraseFormerOwners(db, projectId, userIds);
  const known = [...new Set(userIds.flatMap((id) => [...(addresses.get(id) ?? [])]))];
  await deleteUnownedOneTimeCodes(db, projectId, known);
  await deleteMailOf(db, projectId, userIds, known);
}
