import type { App } from "../app.ts";
import { invalidRequest } from "../errors.ts";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;

export type Page<T> = { items: T[]; nextPageToken: string };

type Position = { createdAt: number; id: string };
export type Cursor<P = Position> = { limit: number; after: P | undefined };

/**
 * Reads a page request. The token is sealed for `list`, which names the list and its filter, so that it cannot be forged,
 * changed, or used for another list.
 */
export function readCursor<P = Position>(
  app: Pick<App, "secretBox">,
  list: string,
  { pageSize, pageToken }: { pageSize: number; pageToken: string },
): Cursor<P> {
  if (pageSize < 0) throw invalidRequest("page_size", "must not be negative");
  const limit = pageSize === 0 ? DEFAULT_SIZE : Math.min(pageSize, MAX_SIZE);
  if (pageToken === "") return { limit, after: undefined };
  return { limit, after: openPosition<P>(app, list, pageToken, "page_token") };
}

/** The position that `sealPosition` has put into a token of the list. */
export function openPosition<P>(app: Pick<App, "secretBox">, list: string, token: string, field: string): P {
  try {
    return JSON.parse(app.secretBox.open(token, place(list))) as P;
  } catch {
    throw invalidRequest(field, "is not a token of this list");
  }
}

/** `rows` holds one more than the limit when there is a next page. */
export function pageOf<T extends Position>(
  app: Pick<App, "secretBox">,
  list: string,
  cursor: Cursor,
  rows: readonly T[],
): Page<T> {
  return pageBy(app, list, cursor, rows, ({ createdAt, id }) => ({ createdAt, id }));
}

/** The same for a list with its own kind of positions, which `readCursor` returns. */
export function pageBy<T, P>(
  app: Pick<App, "secretBox">,
  list: string,
  { limit }: Cursor<P>,
  rows: readonly T[],
  positionOf: (row: T) => P,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || !last) return { items, nextPageToken: "" };
  return { items, nextPageToken: sealPosition(app, list, positionOf(last)) };
}

/** A page token: of the page that begins after this position. */
export function sealPosition<P>(app: Pick<App, "secretBox">, list: string, position: P): string {
  return app.secretBox.seal(JSON.stringify(position), place(list));
}

function place(list: string) {
  return { table: "page", column: "token", project: "", row: list };
}
