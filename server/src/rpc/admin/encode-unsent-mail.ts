import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type OutgoingMailSchema, OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { invalidRequest } from "../../errors.ts";
import type { UnsentMail, UnsentState } from "../../storage/db.ts";

/** Undefined for every state. */
export function decodeMailState(state: OutgoingMailState): UnsentState | undefined {
  switch (state) {
    case OutgoingMailState.UNSPECIFIED:
      return undefined;
    case OutgoingMailState.WAITING:
      return "waiting";
    case OutgoingMailState.FAILED:
      return "failed";
    default:
      throw invalidRequest("state", "is unknown to this server");
  }
}

export function encodeUnsentMail(mail: UnsentMail): MessageInitShape<typeof OutgoingMailSchema> {
  const { id, slug, kind, recipient, attempts, nextAttemptAt, lastError, createdAt, gaveUpAt } = mail;
  return {
    id,
    project: slug ?? "",
    kind,
    recipient,
    attempts,
    lastError: lastError ?? "",
    createdAt: timestampFromMs(createdAt),
    ...(gaveUpAt === null
      ? { state: OutgoingMailState.WAITING, nextAttemptAt: timestampFromMs(nextAttemptAt) }
      : { state: OutgoingMailState.FAILED, failedAt: timestampFromMs(gaveUpAt) }),
  };
}
