"use client";

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useSyncExternalStore,
} from "react";
import type { AuthClient } from "./auth-client.ts";
import type { AuthState, Session } from "./auth-state.ts";
import { callerOf } from "./caller.ts";
import type { User } from "./contract.ts";
import { shared } from "./shared.ts";

const SECOND = 1000;
const LOADING: AuthState = { status: "loading" };
/** One for all copies of this package, so that a provider of one copy is found by the hooks of another. */
const ClientContext = shared("context", () => createContext<AuthClient | null>(null));

type Children = { children?: ReactNode };

/** Makes the client known to the hooks below it. */
export function AuthProvider<Client extends AuthClient>(props: { client: Client } & Children): ReactElement {
  return createElement(ClientContext.Provider, { value: props.client }, props.children);
}

/** The client that was given to AuthProvider, with the methods of its platform. */
export function useAuthClient<Client extends AuthClient = AuthClient>(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error("useAuth needs an <AuthProvider client={...}> around it");
  return client as Client;
}

/** The state of the client. A server that renders the page knows nobody: it shows the loading state, and so does the page until it is live. */
export function useAuthState(): AuthState {
  const client = useAuthClient();
  return useSyncExternalStore(
    client.onAuthStateChange,
    () => client.state,
    () => LOADING,
  );
}

/** What useAuth returns; `status` tells which of the other fields are there. */
export type Auth<Client extends AuthClient = AuthClient> = Readonly<{ client: Client; isGuest: boolean }> &
  (
    | (Extract<AuthState, { status: "signedIn" }> & Readonly<{ isSignedIn: true }>)
    | (Exclude<AuthState, { status: "signedIn" }> & Readonly<{ user: null; isSignedIn: false }>)
  );

/**
 * The state, the user and the client.
 *
 * @example
 * const auth = useAuth();
 * if (auth.status === "loading") return <Splash />;
 * return auth.isSignedIn ? <Home name={auth.user.displayName} /> : <SignIn />;
 */
export function useAuth<Client extends AuthClient = AuthClient>(): Auth<Client> {
  const client = useAuthClient<Client>();
  const state = useAuthState();
  const user = useUser();
  return { ...state, user, isSignedIn: !!user, isGuest: !!user?.isAnonymous, client } as Auth<Client>;
}

/** The signed-in user, guests included; null otherwise. */
export function useUser(): User | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.user : null;
}

/** The access token with its expiry; null when nobody is signed in. It may have expired: see useAccessToken. */
export function useSession(): Session | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.session : null;
}

/**
 * The access token, renewed before it expires while the component is mounted and the app is in the foreground; null
 * when there is none that is good. For calls, `client.fetch` is simpler.
 */
export function useAccessToken(): string | null {
  const client = useAuthClient();
  const state = useAuthState();
  const session = useSession();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const renew = () => {
      if (!(callerOf(client).isAway ?? globalThis.document?.hidden)) client.getAccessToken().catch(() => {});
      if (session) timer = setTimeout(renew, Math.max(SECOND, session.expiresAt - Date.now() - 60 * SECOND));
    };
    renew();
    return () => clearTimeout(timer);
  }, [client, session]);
  return session && !(state as { stale: boolean }).stale ? session.accessToken : null;
}

const shownIf =
  (status: AuthState["status"]) =>
  ({ children }: Children): ReactNode =>
    useAuthState().status === status ? children : null;

/** Shows its children while somebody is signed in. */
export const SignedIn = shownIf("signedIn");

/** Shows its children while nobody is signed in. */
export const SignedOut = shownIf("signedOut");

/** While the stored session is read: show a splash screen, not the sign-in screen. */
export const AuthLoading = shownIf("loading");
