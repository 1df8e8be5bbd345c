import { expect, test } from "vitest";
import type { Auth } from "./react.ts";
import { type AuthClient, type AuthState, isAuthError, type User } from "./sdk.ts";
import { en } from "./words/english.ts";
import type { LanguageWith } from "./words/language.ts";
import { describeError } from "./words.ts";

/**
 * Checked by the compiler, never run: `npm run check` fails when one of these lines compiles, because then its
 * `@ts-expect-error` is too many.
 */
export function doesNotCompile(
  client: AuthClient,
  state: AuthState,
  user: User,
  error: unknown,
  auth: Auth,
): void {
  // @ts-expect-error: the contract has no such field
  client.signUp({ email: "a@example.com", password: "x", nickname: "a" });
  // @ts-expect-error: misspelled
  client.signInWithPassword({ emial: "a@example.com", password: "x" });
  // @ts-expect-error: the password is missing
  client.signInWithPassword({ email: "a@example.com" });
  // @ts-expect-error: no such provider
  client.signInWithIdToken({ provider: "facebook", idToken: "x" });
  // @ts-expect-error: claims are set by the backend
  client.updateMe({ claims: { role: "admin" } });
  // @ts-expect-error: the client makes it
  client.linkPassword({ email: "a@example.com", password: "x", attemptId: "1" });
  // @ts-expect-error: a text is wanted
  client.revokeMySession(5);
  // @ts-expect-error: no such field
  user.isAdmin;
  // @ts-expect-error: may be absent
  user.email.length;
  // @ts-expect-error: read only
  user.displayName = "x";
  // @ts-expect-error: nobody may be signed in
  state.user;
  // @ts-expect-error: stays inside
  if (state.status === "signedIn") state.session.refreshToken;
  // @ts-expect-error: nobody may be signed in
  auth.user.id;
  // @ts-expect-error: only while somebody is signed in
  auth.stale;
  // @ts-expect-error: no such scope
  client.signOut({ scope: "nowhere" });
  // @ts-expect-error: unknown until it is known to be ours
  error.reason;
  const { NETWORK: missing, ...others } = en.sentences;
  // @ts-expect-error: a sentence is missing
  describeError(error, { languages: [{ ...en, tag: "xx", sentences: others }] });
  // @ts-expect-error: the language has another plural form
  en satisfies LanguageWith<"one" | "few" | "other">;
  // @ts-expect-error: imported, not named
  describeError(error, { languages: ["de"] });
  describeError(error, { languages: [en], locale: undefined }) satisfies string;
  missing satisfies string;
  if (isAuthError(error)) error.reason satisfies string;
  if (state.status === "signedIn") state.user.email satisfies string | undefined;
  if (state.status === "signedOut") state.reason satisfies string | undefined;
  if (auth.status === "signedIn") auth.user.id satisfies string;
  if (auth.isSignedIn) auth.session.accessToken satisfies string;
  if (auth.status === "signedOut") auth.reason satisfies string | undefined;
  // As an app takes it apart.
  const { status, user: maybe } = auth;
  if (status === "signedIn") maybe.id satisfies string;
}

test("what does not exist does not compile", () => {
  expect(doesNotCompile).toBeTypeOf("function");
});
