import type { JsonObject } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type ExportedUser as ExportedUserMessage,
  ImportStatus,
} from "@svc/proto/svc/admin/v1/user_transfer_pb";
import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { exportUsers } from "../../domain/user-transfer/export-users.ts";
import type { ExportedUser } from "../../domain/user-transfer/exported-user.ts";
import { type ImportResult, importUsers } from "../../domain/user-transfer/import-users.ts";
import { adminActor } from "../context.ts";
import type { AdminProjectHandlers } from "../methods/admin-projects.ts";

const STATUS: Readonly<Record<ImportResult["status"], ImportStatus>> = {
  created: ImportStatus.CREATED,
  skipped: ImportStatus.SKIPPED,
  refused: ImportStatus.REFUSED,
};

/** Moving users in and out of a project, a page or a batch at a time. */
export function transferHandlers(app: App): Pick<AdminProjectHandlers, "exportUsers" | "importUsers"> {
  return {
    async exportUsers(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const page = await exportUsers(app, project, adminActor(context), request);
      const { items, nextPageToken, guestsLeftOut } = page;
      return { users: items.map(encodeExported), nextPageToken, guestsLeftOut };
    },

    async importUsers(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const users = request.users.map(decodeExported);
      const results = await importUsers(app, project, adminActor(context), users, request.firebaseScrypt);
      return { results: results.map(encodeResult) };
    },
  };
}

function encodeExported({ customClaims, createdAt, ...user }: ExportedUser) {
  return {
    ...user,
    customClaims: customClaims as JsonObject,
    ...(createdAt !== undefined && { createdAt: timestampFromMs(createdAt) }),
  };
}

function decodeExported(message: ExportedUserMessage): ExportedUser {
  return {
    ...message,
    customClaims: message.customClaims ?? {},
    createdAt: message.createdAt && timestampMs(message.createdAt),
  };
}

function encodeResult(result: ImportResult, index: number) {
  return {
    index,
    email: result.email,
    status: STATUS[result.status],
    ...(result.status === "created" ? { userId: result.userId } : { reason: result.reason }),
  };
}
