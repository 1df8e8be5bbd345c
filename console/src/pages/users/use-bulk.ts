import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { failureOf } from "../../api/failure-of.ts";

export type BulkAction = "disable" | "enable" | "revoke" | "remove";
/** One of those chosen: the id, and what to call them. */
export type Chosen = { id: string; name: string };

const METHODS = {
  disable: "disableUser",
  enable: "enableUser",
  revoke: "revokeUserSessions",
  remove: "deleteUser",
} as const;

/** What became of those who were tried; the others are `left`. */
export type BulkState = {
  isRunning: boolean;
  total: number;
  done: number;
  failed: readonly { user: Chosen; failure: Failure }[];
  left: readonly Chosen[];
};

/** One call after the other. What fails does not hold up the rest, and can be tried again. */
export function useBulk(project: string): {
  state: BulkState | undefined;
  run: (action: BulkAction, users: readonly Chosen[]) => Promise<void>;
  stop: () => void;
} {
  const server = createClient(UserService, useTransport());
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const isStopped = useRef(false);

  const run = async (action: BulkAction, users: readonly Chosen[]): Promise<void> => {
    isStopped.current = false;
    let now: BulkState = { isRunning: true, total: users.length, done: 0, failed: [], left: users };
    setState(now);
    for (const user of users) {
      if (isStopped.current) break;
      try {
        await server[METHODS[action]]({ project, userId: user.id });
        now = { ...now, done: now.done + 1 };
      } catch (error) {
        now = { ...now, failed: [...now.failed, { user, failure: failureOf(error) }] };
      }
      now = { ...now, left: now.left.slice(1) };
      setState(now);
    }
    setState({ ...now, isRunning: false });
    void queries.invalidateQueries();
  };

  const stop = (): void => {
    isStopped.current = true;
  };
  return { state, run, stop };
}
