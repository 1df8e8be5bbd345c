import { Unreadable } from "./fields.ts";
import type { ImportedUser, LeaveOut, UserReader } from "./reader.ts";
import type { Refused } from "./summary.ts";

/** A user as the document has it, and its place there. */
export type Placed = Readonly<{ index: number; value: unknown }>;
/** The same when it is read. */
export type Entry = Readonly<{ index: number; user: ImportedUser }>;
export type Batch = Readonly<{ entries: readonly Entry[]; refused: readonly Refused[] }>;

const MAX_USERS = 500;
// The server takes 4 MiB; the rest is for what stands around the users.
const MAX_BYTES = 3.5 * 1024 * 1024;

/** The users in portions that the server takes, each made when it is asked for. */
export function* batchesOf(
  users: readonly Placed[],
  read: UserReader,
  leaveOut: LeaveOut,
): Generator<Batch, void> {
  let entries: Entry[] = [];
  let refused: Refused[] = [];
  let bytes = 0;
  for (const { index, value } of users) {
    const user = readOrRefuse(value, read, leaveOut);
    const size = typeof user === "string" ? 0 : Buffer.byteLength(JSON.stringify(user)) + 1;
    if (typeof user === "string" || size > MAX_BYTES) {
      const reason = typeof user === "string" ? user : "it is larger than 3.5 MiB";
      refused.push({ index, email: emailOf(value), reason });
    } else {
      if (bytes + size > MAX_BYTES) {
        yield { entries, refused };
        [entries, refused, bytes] = [[], [], 0];
      }
      entries.push({ index, user });
      bytes += size;
    }
    if (entries.length + refused.length >= MAX_USERS) {
      yield { entries, refused };
      [entries, refused, bytes] = [[], [], 0];
    }
  }
  if (entries.length + refused.length > 0) yield { entries, refused };
}

/** The user, or why there is none. */
function readOrRefuse(value: unknown, read: UserReader, leaveOut: LeaveOut): ImportedUser | string {
  try {
    return read(value, leaveOut);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function emailOf(value: unknown): string {
  const { email } = Object(value);
  return typeof email === "string" ? email : "";
}
