import type { ExportUserResponseJson, ListUserChangesResponseJson } from "@svc/proto/svc/server/v1/users_pb";
import type { Call } from "../transport.ts";
import type { ListUserChangesInput, UserChange, UserChanges, UserExport } from "./server-contract.ts";

export function userDataMethods(call: Call) {
  const service = "server.v1.UserService/";
  return {
    /**
     * Returns everything that is stored about a user, also about a guest, as one JSON document without secrets. It is
     * recorded in the user's events. The reference of `ExportUser` names the keys.
     *
     * @example
     * const document = await server.exportUser(userId);
     * console.log(JSON.stringify(document));
     */
    async exportUser(userId: string): Promise<UserExport> {
      const document: Record<string, unknown> = {};
      let pageToken: string | undefined = "";
      do {
        const answer: ExportUserResponseJson = await call(`${service}ExportUser`, { userId, pageToken });
        for (const [key, value] of Object.entries(answer.part ?? {})) {
          const list = document[key];
          if (Array.isArray(list) && Array.isArray(value)) for (const row of value) list.push(row);
          else document[key] = value;
        }
        pageToken = answer.nextPageToken;
      } while (pageToken);
      return document;
    },

    /**
     * Lists which users were created, changed and deleted since a cursor, oldest first. Store `nextCursor` together with
     * what you did with the changes, and call again with it: at once while `hasMore` is true, otherwise after a while.
     *
     * @throws `AuthError`: `CURSOR_EXPIRED` (begin again with `fromNow` and `listUsers`).
     *
     * @example
     * const { changes, nextCursor } = await server.listUserChanges({ cursor: "" });
     * for (const { kind, userId } of changes) console.log(kind, userId);
     * console.log("next time:", nextCursor);
     */
    async listUserChanges(input: ListUserChangesInput = {}): Promise<UserChanges> {
      const answer = await call<ListUserChangesResponseJson>(`${service}ListUserChanges`, input);
      return {
        changes: (answer.changes ?? []) as readonly UserChange[],
        nextCursor: answer.nextCursor ?? "",
        hasMore: answer.hasMore ?? false,
      };
    },
  };
}
