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
import type { Billing } from "./billing.ts";
import { callerOf } from "./caller.ts";
import type { User } from "./contract.ts";
import type { EmailCodes, PendingEmailCode } from "./email-code.ts";
import type { Mfa, MfaStep, MyFactors } from "./mfa.ts";
import type { Passkey, Passkeys } from "./passkey.ts";
import { shared } from "./shared.ts";

const SECOND = 1000;
const LOADING: AuthState = { status: "loading" };
/** One for all copies of this package, so that a provider of one copy is found by the hooks of another. */
const ClientContext = shared("context", () => createContext<AuthClient | null>(null));

type Children = {
  /** What to show inside. */
  children?: ReactNode;
};

/**
 * Gives the client to the hooks and components below it. Put it around the whole app. In Next.js, use it in a client
 * component.
 *
 * @example
 * import { AuthLoading, AuthProvider, SignedIn, SignedOut } from "@svc/sdk/react";
 *
 * export const App = () => (
 *   <AuthProvider client={auth}>
 *     <AuthLoading><Splash /></AuthLoading>
 *     <SignedOut><SignInScreen /></SignedOut>
 *     <SignedIn><Home /></SignedIn>
 *   </AuthProvider>
 * );
 */
export function AuthProvider<Client extends AuthClient>(
  props: {
    /** The client of the app, created outside of your components. */
    client: Client;
  } & Children,
): ReactElement {
  return createElement(ClientContext.Provider, { value: props.client }, props.children);
}

/**
 * Returns the client that `AuthProvider` was given. Name its type to get the methods of its platform, for example
 * `useAuthClient<ExpoAuthClient>()`.
 *
 * @throws `Error` when there is no `AuthProvider` around the component.
 */
export function useAuthClient<Client extends AuthClient = AuthClient>(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error("useAuth needs an <AuthProvider client={...}> around it");
  return client as Client;
}

/**
 * Returns the client's state, and renders again when it changes. During server-side rendering and hydration it is
 * `loading`.
 */
export function useAuthState(): AuthState {
  const client = useAuthClient();
  return useSyncExternalStore(
    client.onAuthStateChange,
    () => client.state,
    () => LOADING,
  );
}

/** What `useAuth` returns. Check `status` or `isSignedIn`; TypeScript then knows which other fields are there. */
export type Auth<Client extends AuthClient = AuthClient> = Readonly<{
  /** The client that `AuthProvider` was given. */
  client: Client;
  /** Whether the signed-in user is a guest. */
  isGuest: boolean;
}> &
  (
    | (Extract<AuthState, { status: "signedIn" }> &
        Readonly<{
          /** A user or a guest is signed in. */
          isSignedIn: true;
        }>)
    | (Exclude<AuthState, { status: "signedIn" }> &
        Readonly<{
          /** Nobody is signed in, or the session is still being read. */
          user: null;
          /** Nobody is signed in, or the session is still being read. */
          isSignedIn: false;
        }>)
  );

/**
 * Returns the state, the user and the client, and renders again when the state changes.
 *
 * @example
 * import { useAuth } from "@svc/sdk/react";
 *
 * export function Start() {
 *   const auth = useAuth();
 *   if (auth.status === "loading") return <Splash />;
 *   return auth.isSignedIn ? <Home name={auth.user.displayName} /> : <SignInScreen />;
 * }
 */
export function useAuth<Client extends AuthClient = AuthClient>(): Auth<Client> {
  const client = useAuthClient<Client>();
  const state = useAuthState();
  const user = useUser();
  return { ...state, user, isSignedIn: !!user, isGuest: !!user?.isAnonymous, client } as Auth<Client>;
}

/**
 * Returns the signed-in user, guests included, or null.
 *
 * @example
 * import { useUser } from "@svc/sdk/react";
 *
 * export function Greeting() {
 *   const user = useUser();
 *   return user && <p>Hello {user.displayName ?? "guest"}</p>;
 * }
 */
export function useUser(): User | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.user : null;
}

/** Returns the access token with its expiry, or null when nobody is signed in. It may have expired: see `useAccessToken`. */
export function useSession(): Session | null {
  const state = useAuthState();
  return state.status === "signedIn" ? state.session : null;
}

/**
 * Returns a valid access token, or null while there is none. It is renewed before it expires while the component is
 * mounted and the app is in the foreground. For single requests, `client.fetch` is simpler.
 *
 * @example
 * import { useAccessToken } from "@svc/sdk/react";
 *
 * export function Avatar() {
 *   const token = useAccessToken();
 *   return token && <Picture uri="https://api.example.com/me.png" headers={{ authorization: `Bearer ${token}` }} />;
 * }
 */
export function useAccessToken(): string | null {
  const client = useAuthClient();
  const state = useAuthState();
  const session = useSession();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const renew = () => {
      if (!(callerOf(client).isAway ?? globalThis.document?.hidden)) client.getAccessToken().catch(() => {});
      if (session)
        timer = setTimeout(
          renew,
          Math.min(3600 * SECOND, Math.max(SECOND, session.expiresAt - Date.now() - 60 * SECOND)),
        );
    };
    renew();
    return () => clearTimeout(timer);
  }, [client, session]);
  return session && !(state as { stale: boolean }).stale ? session.accessToken : null;
}

/**
 * Returns whether the user has the entitlement, and renders again when that changes. It is undefined while nothing is
 * known, and during server-side rendering.
 *
 * @example
 * import { billing } from "@svc/sdk/billing";
 * import { useEntitlement } from "@svc/sdk/react";
 *
 * const shop = billing(auth);
 *
 * export function Export() {
 *   return useEntitlement(shop, "export") ? <button>Export</button> : <p>This needs a subscription.</p>;
 * }
 */
export function useEntitlement(shop: Billing, entitlement: string): boolean | undefined {
  return useSyncExternalStore(
    shop.onEntitlementsChange,
    () => shop.hasCached(entitlement),
    () => undefined,
  );
}

/**
 * Returns the code by email that was requested on this device, also before a restart, and renders again when that
 * changes. Null when there is none; undefined while that is being read, and during server-side rendering.
 *
 * @example
 * import { emailCodes } from "@svc/sdk/email-code";
 * import { useEmailCode } from "@svc/sdk/react";
 *
 * const codes = emailCodes(auth);
 *
 * export function SignInScreen() {
 *   const pending = useEmailCode(codes);
 *   if (!pending) return <button onClick={() => codes.requestEmailCode({ email })}>Send me a code</button>;
 *   const signIn = (data: FormData) => codes.signInWithEmailCode({ code: String(data.get("code")) });
 *   return <form action={async (data) => void (await signIn(data))}>Sent to {pending.email}: <input name="code" /></form>;
 * }
 */
export function useEmailCode(codes: EmailCodes): PendingEmailCode | null | undefined {
  return useSyncExternalStore(codes.onPendingEmailCodeChange, codes.pendingEmailCode, () => undefined);
}

/**
 * Returns the passkeys of the signed-in user, and renders again when they change. It asks the server when the component
 * appears; undefined until it has answered, and during server-side rendering.
 *
 * @example
 * import { passkeys } from "@svc/sdk/passkey";
 * import { usePasskeys } from "@svc/sdk/react";
 *
 * const keys = passkeys(auth);
 *
 * export function Passkeys() {
 *   const list = usePasskeys(keys);
 *   return <ul>{list?.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>;
 * }
 */
export function usePasskeys(keys: Passkeys): readonly Passkey[] | undefined {
  return useSyncExternalStore(keys.onPasskeysChange, keys.knownPasskeys, () => undefined);
}

/**
 * Returns what to show next in a sign-in that needs a second factor, or while an authenticator app is enrolled, and renders
 * again when that changes. Null when there is nothing, and during server-side rendering.
 *
 * @example
 * import { mfa } from "@svc/sdk/mfa";
 * import { useMfa } from "@svc/sdk/react";
 *
 * const factors = mfa(auth);
 *
 * export function SecondStep() {
 *   const step = useMfa(factors);
 *   if (step?.step !== "prove") return null;
 *   const prove = (data: FormData) => factors.completeSignIn({ totpCode: String(data.get("code")) });
 *   return <form action={async (data) => void (await prove(data))}><input name="code" autoComplete="one-time-code" /></form>;
 * }
 */
export function useMfa(factors: Mfa): MfaStep | null {
  return useSyncExternalStore(factors.onMfaStepChange, factors.mfaStep, () => null);
}

/**
 * Returns the second factors of the signed-in user, and renders again when they change. It asks the server when the
 * component appears; undefined until it has answered, and during server-side rendering.
 *
 * @example
 * import { mfa } from "@svc/sdk/mfa";
 * import { useFactors } from "@svc/sdk/react";
 *
 * const factors = mfa(auth);
 *
 * export function Security() {
 *   const mine = useFactors(factors);
 *   return <p>{mine?.totpEnrolledAt ? `${mine.recoveryCodesLeft} recovery codes are left.` : "One factor only."}</p>;
 * }
 */
export function useFactors(factors: Mfa): MyFactors | undefined {
  return useSyncExternalStore(factors.onFactorsChange, factors.knownFactors, () => undefined);
}

const shownIf =
  (status: AuthState["status"]) =>
  ({ children }: Children): ReactNode =>
    useAuthState().status === status ? children : null;

/** Shows its children while a user or a guest is signed in. */
export const SignedIn = shownIf("signedIn");

/** Shows its children while nobody is signed in. */
export const SignedOut = shownIf("signedOut");

/** Shows its children while the stored session is being read. Give it a splash screen, not the sign-in screen. */
export const AuthLoading = shownIf("loading");
