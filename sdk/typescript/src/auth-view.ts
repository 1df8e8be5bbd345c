import {
  type AuthEvent,
  type AuthListener,
  type AuthState,
  eventOf,
  type SignedOutReason,
  sessionOf,
} from "./auth-state.ts";
import type { StoredSession } from "./disk.ts";

export type AuthView = {
  state: AuthState;
  /** What `state` shows, with its tokens. */
  current?: StoredSession | undefined;
  show: (session: StoredSession | undefined, reason?: SignedOutReason) => void;
  listen: (callback: AuthListener) => () => void;
};

/** The state that the app sees. Callbacks may call the client, because no lock is held during a callback. */
export function createView(
  isOver: (session: StoredSession) => boolean,
  onError: (error: unknown) => void,
): AuthView {
  const listeners = new Set<AuthListener>();

  const tell = (listener: AuthListener, event: AuthEvent) => {
    const { state } = view;
    Promise.resolve()
      .then(() => listeners.has(listener) && listener(state, event))
      .catch(onError);
  };

  const view: AuthView = {
    state: { status: "loading" },

    show(session, reason) {
      const before = view.state;
      // The first reason for being signed out is kept.
      if (!session && before.status === "signedOut") return;
      view.current = session;
      const next: AuthState = session
        ? { status: "signedIn", user: session.user, session: sessionOf(session), stale: isOver(session) }
        : { status: "signedOut", ...(reason && { reason }) };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      view.state = next;
      for (const listener of listeners) tell(listener, eventOf(before, next));
    },

    listen(callback) {
      const listener: AuthListener = (state, event) => callback(state, event);
      listeners.add(listener);
      tell(listener, "initial");
      return () => {
        listeners.delete(listener);
      };
    },
  };
  return view;
}
