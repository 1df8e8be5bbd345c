import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type MailRelayStatusSchema,
  type OutgoingMailSchema,
  OutgoingMailState,
} from "@svc/proto/svc/admin/v1/instance_pb";
import type { RelayStatus } from "../../domain/mail/relay-status.ts";
import { invalidRequest } from "../../errors.ts";
import type { ListedMail, MailState } from "../../storage/db.ts";

/** Undefined for those that have not been sent. */
export function decodeMailState(state: OutgoingMailState): MailState | undefined {
  if (state === OutgoingMailState.UNSPECIFIED) return undefined;
  const found = Object.entries(mailStates).find(([, value]) => value === state);
  if (!found) throw invalidRequest("state", "is unknown to this server");
  return found[0] as MailState;
}

export const mailStates = {
  waiting: OutgoingMailState.WAITING,
  failed: OutgoingMailState.FAILED,
  sent: OutgoingMailState.SENT,
  cancelled: OutgoingMailState.CANCELLED,
  suppressed: OutgoingMailState.SUPPRESSED,
} as const satisfies Record<MailState, OutgoingMailState>;

export function encodeListedMail(mail: ListedMail): MessageInitShape<typeof OutgoingMailSchema> {
  const { id, slug, kind, recipient, attempts, lastError, createdAt } = mail;
  return {
    id,
    project: slug ?? "",
    kind,
    recipient,
    attempts,
    lastError: lastError ?? "",
    createdAt: timestampFromMs(createdAt),
    ...encodeOutcome(mail),
  };
}

function encodeOutcome({ sentAt, gaveUpAt, nextAttemptAt, relayAnswer, endedAs }: ListedMail) {
  if (gaveUpAt !== null) {
    return { state: mailStates[endedAs ?? "failed"], failedAt: timestampFromMs(gaveUpAt) };
  }
  if (sentAt === null) {
    return { state: OutgoingMailState.WAITING, nextAttemptAt: timestampFromMs(nextAttemptAt) };
  }
  return { state: OutgoingMailState.SENT, sentAt: timestampFromMs(sentAt), answer: relayAnswer ?? "" };
}

export function encodeRelay(status: RelayStatus): MessageInitShape<typeof MailRelayStatusSchema> {
  const { isFailing, failures, waiting, oldestAt } = status;
  return {
    failing: isFailing,
    waiting,
    ...(oldestAt !== undefined && { oldestWaitingAt: timestampFromMs(oldestAt) }),
    ...(failures && {
      failures: failures.failures,
      failingSince: timestampFromMs(failures.since),
      lastFailureAt: timestampFromMs(failures.lastAt),
      lastFailure: failures.last,
    }),
  };
}
