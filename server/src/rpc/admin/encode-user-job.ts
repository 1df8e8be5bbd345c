import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { UserJobAction, type UserJobSchema, UserJobState } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import type { UserNoteSchema } from "@svc/proto/svc/admin/v1/user_notes_pb";
import type { UserFiltersSchema } from "@svc/proto/svc/admin/v1/user_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { MOST_COUNTED } from "../../domain/users/count-users.ts";
import type { UserFlags } from "../../domain/users/list-users.ts";
import type {
  UserJobAction as Action,
  UserJobState as State,
  UserJobRow,
  UserNoteRow,
} from "../../storage/db.ts";

const ACTIONS = {
  disable: UserJobAction.DISABLE,
  enable: UserJobAction.ENABLE,
  revoke_sessions: UserJobAction.REVOKE_SESSIONS,
  delete: UserJobAction.DELETE,
} as const satisfies Record<Action, UserJobAction>;

const STATES = {
  running: UserJobState.RUNNING,
  done: UserJobState.DONE,
  canceled: UserJobState.CANCELED,
  stopped: UserJobState.STOPPED,
} as const satisfies Record<State, UserJobState>;

/** Undefined for an action that is not given or not known. */
export function decodeJobAction(action: UserJobAction): Action | undefined {
  return (Object.keys(ACTIONS) as Action[]).find((name) => ACTIONS[name] === action);
}

export function encodeUserJob(job: UserJobRow): MessageInitShape<typeof UserJobSchema> {
  return {
    id: job.id,
    action: ACTIONS[job.action],
    state: STATES[job.state],
    query: job.query,
    filters: encodeFlags(JSON.parse(job.filters) as UserFlags),
    ...(job.matching !== null && { matchingUsers: Math.min(job.matching, MOST_COUNTED) }),
    more: (job.matching ?? 0) > MOST_COUNTED,
    changedUsers: job.changed,
    failedUsers: job.failed,
    lastFailure: job.lastFailure,
    startedBy: job.actor.replace(/^admin:/, ""),
    startedAt: timestampFromMs(job.startedAt),
    ...(job.endedAt !== null && { endedAt: timestampFromMs(job.endedAt) }),
  };
}

function encodeFlags(flags: UserFlags): MessageInitShape<typeof UserFiltersSchema> {
  const { isDisabled, isVerified, isGuest, hasPassword, isBouncing, provider } = flags;
  return {
    ...(isDisabled !== undefined && { disabled: isDisabled }),
    ...(isVerified !== undefined && { emailVerified: isVerified }),
    ...(isGuest !== undefined && { isAnonymous: isGuest }),
    ...(hasPassword !== undefined && { hasPassword }),
    ...(isBouncing !== undefined && { emailBounces: isBouncing }),
    ...(provider !== undefined && {
      provider: provider === "apple" ? OauthProvider.APPLE : OauthProvider.GOOGLE,
    }),
  };
}

export function encodeUserNote(note: UserNoteRow): MessageInitShape<typeof UserNoteSchema> {
  const { id, text, author, createdAt } = note;
  return { id, text, author, createdAt: timestampFromMs(createdAt) };
}
