import { UserJobAction } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import type { BulkAction } from "./use-bulk.ts";

export const JOB_ACTIONS = {
  disable: UserJobAction.DISABLE,
  enable: UserJobAction.ENABLE,
  revoke: UserJobAction.REVOKE_SESSIONS,
  remove: UserJobAction.DELETE,
} as const satisfies Record<BulkAction, UserJobAction>;
