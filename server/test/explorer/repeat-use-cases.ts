import { signUp } from "../../src/domain/accounts/sign-up.ts";
import { signInAnonymously } from "../../src/domain/guests/sign-in-anonymously.ts";
import { exchangeOAuthCode, signInWithOAuth } from "../../src/domain/oauth/sign-in-with-oauth.ts";
import { signIn } from "../../src/domain/sessions/sign-in.ts";
import { AppError } from "../../src/errors.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asApp, credentialOf, DEVICE } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

/** The same for both sides: their calls are copies of one request. */
const attemptOf = ({ person }: World): string => `attempt-of-${person.id}`;

const repeatable = { isOneAttempt: true, refusalMayWrite: ["user.sign_in_failed"] } as const;
const byProvider = {
  ...repeatable,
  opensSessionWith: "google",
  mayWrite: ["user.signed_in", "user.signed_up", "user.identity_linked"],
} as const;

/** Calls with an attempt id: of two copies both may succeed, and they open one session. */
const copies: readonly UseCase[] = [
  {
    name: "SignUp (attempt id)",
    about: "person",
    async run(app, world) {
      const { newEmail: email } = world.person;
      const input = {
        email,
        password: "correct horse battery",
        displayName: "",
        attemptId: attemptOf(world),
        asked,
      };
      return signUp(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: { ...repeatable, mayWrite: ["user.signed_up"] },
  },
  {
    name: "SignIn (attempt id)",
    about: "person",
    needs: { kind: "member", address: "verified", password: "set" },
    async run(app, world) {
      const { email, password } = world.person;
      const input = { email, password, attemptId: attemptOf(world) };
      return signIn(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: { ...repeatable, opensSessionWith: "password", mayWrite: ["user.signed_in"] },
  },
  {
    name: "SignIn (imported hash, attempt id)",
    about: "person",
    needs: { kind: "member", address: "verified", password: "imported" },
    async run(app, world) {
      const { email, password } = world.person;
      const input = { email, password, attemptId: attemptOf(world) };
      return signIn(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: { ...repeatable, opensSessionWith: "password", mayWrite: ["user.signed_in"] },
  },
  {
    name: "SignInWithOAuth (attempt id)",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      const credential = credentialOf(app, world, "google", { sub: world.person.googleSubject });
      const input = { credential, attemptId: attemptOf(world), asked };
      return signInWithOAuth(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: byProvider,
  },
  {
    name: "ExchangeOAuthCode (attempt id)",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      const input = { exchange: world.person.handoff, attemptId: attemptOf(world), asked };
      return exchangeOAuthCode(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: {
      ...byProvider,
      refusalMayWrite: ["session.reuse_detected", ...repeatable.refusalMayWrite],
    },
  },
  {
    name: "SignInAnonymously (attempt id)",
    about: "project",
    async run(app, world) {
      return signInAnonymously(app, await asApp(app, world), { attemptId: attemptOf(world), asked }, DEVICE);
    },
    acknowledges: { isOneAttempt: true, mayWrite: ["user.guest_created"] },
  },
];

/** The second call repeats the answer of the first, unless something came in between. */
function thenAgain({ name, run, acknowledges, ...useCase }: UseCase): UseCase {
  const mayWrite = [...(acknowledges.mayWrite ?? []), ...(acknowledges.refusalMayWrite ?? [])];
  return {
    ...useCase,
    name: `${name}, then again`,
    async run(app, world, side) {
      const first = await run(app, world, side);
      return run(app, world, side).catch((error: unknown) => {
        // The address or the password is another one by now. The first call has succeeded all the same.
        if (error instanceof AppError && error.reason === "INVALID_CREDENTIALS") return first;
        throw error;
      });
    },
    acknowledges: { ...acknowledges, mayWrite, refusalMayWrite: mayWrite },
  };
}

export const repeatUseCases: readonly UseCase[] = [...copies, ...copies.map(thenAgain)];
export const copyNames: readonly string[] = copies.map(({ name }) => name);
export const repeatNames: readonly string[] = repeatUseCases.map(({ name }) => name);
