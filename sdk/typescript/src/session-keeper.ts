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

/** Owns the session: what is on disk, what the app sees, and the one refresh at a time. */
export type SessionKeeper = Refresher & {
  view: AuthView;
  disk: Disk;
  /** Resolves when the disk was read. Never rejects, never touches the network. */
  ready: Promise<void>;
  /** Another client, tab or process may have written. */
  reload: () => void;
  /** Stores and shows the session that a sign-in returned. */
  open: (answer: TokenResponseJson) => Promise<Session>;
  /** Ends the session here at once; the server is told afterwards, or at the next start. */
  close: (reason: SignedOutReason, tellsServer?: boolean) => Promise<void>;
  /** Keeps what the server said about the user, unless somebody else is signed in by now. */
  keepUser: (user: User) => User;
};

export function keepSession(options: KeeperOptions): SessionKeeper {
  const { clock, onError, newAttemptId } = options;
  const { begin, ttlOf } = countLifetimes(clock);
  const disk = openDisk(options.storage, options.storageKey, options.lock);
  const view = createView((session) => ttlOf(session) <= 0, onError);
  const { read, change } = disk;
  const { show } = view;
  const tellServer = endSessions(options, disk);

  const received = ({ accessToken, refreshToken, expiresIn = 0, user }: TokenResponseJson): StoredSession => {
    if (!accessToken || !refreshToken || !user) {
      throw new AuthError("UNKNOWN", "no answer", { retryable: true });
    }
    begin(accessToken);
    const times = { receivedAt: clock.now(), lifetimeMs: expiresIn * 1000 };
    return { user: decodeUser(user), accessToken, refreshToken, attemptId: newAttemptId(), ...times };
  };

  const ready = read().then(({ session, broken, ended }) => {
    if (broken) onError(broken);
    show(session, broken && "storage");
    tellServer(ended);
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

    async open(answer) {
      const session = received(answer);
      try {
        await change((stored) =>
          withDeviceToken({ ...replaceable(stored), session }, session.user.email, answer.deviceToken),
        );
      } catch (error) {
        // Better no session than one that is lost at the next start.
        tellServer([session.refreshToken]);
        throw error;
      }
      show(session);
      return sessionOf(session);
    },

    async close(reason, tellsServer) {
      const last = view.current;
      let toEnd: string[] | undefined;
      show(undefined, reason);
      await change(({ session = last, ended = [], ...rest }) => {
        toEnd = tellsServer && session ? [...ended, session.refreshToken] : ended;
        return { ...rest, ended: toEnd };
      }).finally(() => {
        // Once more: a refresh that was to be written before may have shown its session since.
        show(undefined, reason);
        tellServer(toEnd);
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

/** Best effort: what does not arrive now is sent at the next start. */
function endSessions(
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
