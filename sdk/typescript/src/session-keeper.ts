import type { SignUpResponseJson } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponseJson } from "@svc/proto/svc/auth/v1/tokens_pb";
import { AuthError } from "./auth-error.ts";
import { type Session, type SignedOutReason, sessionOf } from "./auth-state.ts";
import { type AuthView, createView } from "./auth-view.ts";
import { countLifetimes } from "./clock.ts";
import type { User } from "./contract.ts";
import { decodeUser } from "./decode-user.ts";
import { withDeviceToken } from "./device-tokens.ts";
import { type Disk, openDisk, replaceable, type StoredSession } from "./disk.ts";
import type { KeeperOptions } from "./keeper-options.ts";
import { createRefresher, type Refresher } from "./refresher.ts";

/** Owns the session: the stored copy, the state that the app sees, and the refresher. */
export type SessionKeeper = Refresher & {
  view: AuthView;
  disk: Disk;
  /** Resolves when the stored session was read. Never rejects and never uses the network. */
  ready: Promise<void>;
  /** Shows the stored session. Called when another tab may have changed it. */
  reload: () => void;
  open: Open;
  /** Stores and shows the session of an answer. */
  keep: Keep;
  /**
   * Signs out on this device at once. With `tellsServer` the session is then ended on the server too. If that fails, it
   * is tried again at the next start of the app.
   */
  close: (reason: SignedOutReason, tellsServer?: boolean) => Promise<void>;
  /** Shows and stores the user that the server returned, unless another user is signed in by now. */
  keepUser: (user: User) => User;
};

/**
 * Calls a method that opens a session, then stores and shows the session. The attempt id is on disk before the call, and
 * stays there until there is an answer: after a lost answer the next call gets the same session.
 */
export type Open = {
  /** Without a session when the email must be verified first. */
  (method: "SignUp" | `${string}/SignUpWithPasskey`, request: object): Promise<Session | undefined>;
  (method: string, request?: object): Promise<Session>;
};

type Keep = (answer: TokenResponseJson | undefined, attemptId?: string) => Promise<Session | undefined>;

export function keepSession(options: KeeperOptions): SessionKeeper {
  const { clock, onError, newAttemptId } = options;
  const { begin, ttlOf } = countLifetimes(clock);
  const disk = openDisk(options.storage, options.storageKey, options.lock);
  const view = createView((session) => ttlOf(session) <= 0, onError);
  const { read, change } = disk;
  const { show } = view;
  const endOnServer = serverSignOut(options, disk);

  const received = ({ accessToken, refreshToken, expiresIn = 0, user }: TokenResponseJson): StoredSession => {
    if (!accessToken || !refreshToken || !user) {
      throw new AuthError("UNKNOWN", "no answer", { retryable: true });
    }
    begin(accessToken); // its lifetime is counted from now
    const times = { receivedAt: clock.now(), lifetimeMs: expiresIn * 1000 };
    return { user: decodeUser(user), accessToken, refreshToken, attemptId: newAttemptId(), ...times };
  };

  const keep = storing(disk, view, received);

  const ready = read().then(({ session, broken, ended }) => {
    if (broken) onError(broken);
    show(session, broken && "storage");
    endOnServer(ended);
  });

  return {
    ...createRefresher(options, disk, view, ready, ttlOf, received),
    view,
    disk,
    ready,

    async reload() {
      const { session, broken } = await read();
      if (!broken) show(session, "user");
    },

    keep,
    open: opener(options, disk, keep),

    async close(reason, tellsServer) {
      const last = view.current;
      let toEnd: string[] | undefined;
      show(undefined, reason);
      await change(({ session = last, ended = [], emailCode, passkey, ...rest }) => {
        toEnd = tellsServer && session ? [...ended, session.refreshToken] : ended;
        return { ...rest, ended: toEnd };
      }).finally(() => {
        // Again, because a refresh that was written before this change may have shown its session meanwhile.
        show(undefined, reason);
        endOnServer(toEnd);
      });
    },

    keepUser(user) {
      if (view.current?.user.id === user.id) {
        show({ ...view.current, user });
        change(({ session, ...rest }) =>
          session?.user.id === user.id ? { ...rest, session: { ...session, user } } : undefined,
        ).catch(onError);
      }
      return user;
    },
  };
}

function storing(
  { change }: Disk,
  { show }: AuthView,
  received: (answer: TokenResponseJson) => StoredSession,
): Keep {
  return async (answer, attemptId) => {
    let session = answer && received(answer);
    await change((stored) => {
      const { session: last, attempt } = replaceable(stored);
      if (attempt === attemptId || last?.user.id !== session?.user.id) {
        const next = { ...stored, session: session || last, attempt: undefined, passkey: undefined };
        return withDeviceToken(next, session?.user.email, answer?.deviceToken);
      }
      // Another process was faster with the same attempt, and may have used the token since.
      session = last;
      return undefined;
    });
    if (session) show(session);
    return session && { ...sessionOf(session), canceledDeletionTime: answer?.canceledDeletionTime };
  };
}

function opener({ call, newAttemptId }: KeeperOptions, { change }: Disk, keep: Keep): Open {
  return async (method: string, request?: object) => {
    const send = async (isNew?: boolean) => {
      let attemptId = "";
      await change((stored) => {
        attemptId = (!isNew && replaceable(stored).attempt) || newAttemptId();
        return { ...stored, attempt: attemptId };
      });
      const answer: SignUpResponseJson & TokenResponseJson = await call(method, { ...request, attemptId });
      return keep(/SignUp/.test(method) ? answer.tokens : answer, attemptId);
    };
    // The server has forgotten the attempt, or it was another request.
    return send().catch((error: AuthError) => {
      if (error.reason !== "ATTEMPT_INVALID") throw error;
      return send(true);
    }) as Promise<Session>;
  };
}

/**
 * Returns a function that signs these refresh tokens out on the server and then removes them from `ended`. Best effort:
 * those that remain in `ended` are sent again at the next start.
 */
function serverSignOut(
  { call, onError }: KeeperOptions,
  { change }: Disk,
): (tokens?: readonly string[]) => void {
  return (tokens = []) => {
    for (const refreshToken of tokens) {
      call("SignOut", { refreshToken })
        .then(() =>
          change(
            ({ ended, ...rest }) =>
              ended && { ...rest, ended: ended.filter((token) => token !== refreshToken) },
          ),
        )
        .catch((error: AuthError) => error.retryable || onError(error));
    }
  };
}
