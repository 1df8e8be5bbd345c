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
import type { User } from "./contract.ts";
import { shared } from "./shared.ts";

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

/** A server that renders the page knows nobody: it shows the loading state, and so does the page until it is live. */
export function useAuthState(): AuthState {
  const client = useAuthClient();
  return useSyncExternalStore(
    client.onAuthStateChange,
    () => client.state,
    () => LOADING,
  );
}

export type Auth<Client extends AuthClient = AuthClient> = Readonly<{
  status: AuthState["status"];
  user: User | null;
  isSignedIn: boolean;
  isGuest: boolean;
  client: Client;
}>;

export function useAuth<Client extends AuthClient = AuthClient>(): Auth<Client> {
  const client = useAuthClient<Client>();
  const { status } = useAuthState();
  const user = useUser();
  return { status, user, isSignedIn: user !== null, isGuest: user?.isAnonymous ?? false, client };
}

export function useUser(): User | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.user : null;
}

export function useSession(): Session | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.session : null;
}

/** The access token, renewed when it has expired; null while that lasts. For calls, `client.fetch` is simpler. */
export function useAccessToken(): string | null {
  const client = useAuthClient();
  const state = useAuthState();
  const isStale = state.status === "signedIn" && state.stale;
  useEffect(() => {
    client.getAccessToken().catch(() => {});
  }, [client, isStale]);
  return state.status === "signedIn" && !isStale ? state.session.accessToken : null;
}

export function SignedIn({ children }: Children): ReactNode {
  return useAuthState().status === "signedIn" ? children : null;
}

export function SignedOut({ children }: Children): ReactNode {
  return useAuthState().status === "signedOut" ? children : null;
}

/** While the stored session is read: show a splash screen, not the sign-in screen. */
export function AuthLoading({ children }: Children): ReactNode {
  return useAuthState().status === "loading" ? children : null;
}
