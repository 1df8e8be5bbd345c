import type { Client } from "@connectrpc/connect";
import type { UserService } from "@svc/proto/svc/server/v1/users_pb";

export type Json = Record<string, unknown>;

/** Joins the parts of an export as a caller does: lists are appended, everything else is in the first part. */
export async function wholeExport(users: Client<typeof UserService>, userId: string): Promise<Json> {
  const document: Json = {};
  let pageToken = "";
  do {
    const { part = {}, nextPageToken } = await users.exportUser({ userId, pageToken });
    for (const [key, value] of Object.entries(part)) {
      const before = document[key];
      document[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    }
    pageToken = nextPageToken;
  } while (pageToken !== "");
  return document;
}
