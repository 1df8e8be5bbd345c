import type { Db, Millis, User } from "../../storage/db.ts";
import {
  type ExportedPlace,
  listActiveDaysOfUser,
  listEmailLinksOfUser,
  listEventsOfUser,
  listMailsOfUser,
  listRowsOfUser,
} from "../../storage/user-export.ts";

type Page = Readonly<{ after: ExportedPlace | undefined; limit: number; until: Millis }>;

/** How each list of an export is read. The order is that of the document: the long ones come last. */
const readers = {
  identities: (db: Db, user: User, page: Page) => listRowsOfUser(db, "identities", user, page),
  passkeys: (db: Db, user: User, page: Page) => listRowsOfUser(db, "passkeys", user, page),
  sessions: (db: Db, user: User, page: Page) => listRowsOfUser(db, "sessions", user, page),
  pushDevices: (db: Db, user: User, page: Page) => listRowsOfUser(db, "pushDevices", user, page),
  emailLinks: async (db: Db, user: User, { after }: Page) =>
    (await listEmailLinksOfUser(db, user)).filter(({ purpose }) => purpose > (after?.id ?? "")),
  addressUndos: (db: Db, user: User, page: Page) => listRowsOfUser(db, "addressUndos", user, page),
  emails: (db: Db, user: User, page: Page) => listMailsOfUser(db, user, page),
  notes: (db: Db, user: User, page: Page) => listRowsOfUser(db, "userNotes", user, page),
  entitlementGrants: (db: Db, user: User, page: Page) => listRowsOfUser(db, "entitlementGrants", user, page),
  subscriptions: (db: Db, user: User, page: Page) => listRowsOfUser(db, "subscriptions", user, page),
  purchases: (db: Db, user: User, page: Page) => listRowsOfUser(db, "purchases", user, page),
  activeDays: (db: Db, user: User, page: Page) => listActiveDaysOfUser(db, user, page),
  events: (db: Db, user: User, page: Page) => listEventsOfUser(db, user, page),
};

export type ListName = keyof typeof readers;

export type ExportedLists = Readonly<{ [L in ListName]: Awaited<ReturnType<(typeof readers)[L]>> }>;

export const exportedLists = Object.keys(readers) as readonly ListName[];

/** The next rows of a list, each with the place after which the following one begins. */
export async function readList(
  db: Db,
  list: ListName,
  user: User,
  page: Page,
): Promise<{ row: object; place: ExportedPlace }[]> {
  const rows: Place[] = await readers[list](db, user, page);
  return rows.map((row) => ({ row, place: placeOf(row) }));
}

type Place = { id?: string; day?: string; purpose?: string; at?: Millis };

function placeOf({ id, day, purpose, at = 0 }: Place): ExportedPlace {
  return { id: id ?? day ?? purpose ?? "", at };
}
