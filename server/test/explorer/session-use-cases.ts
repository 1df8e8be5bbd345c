import { signUp } from "../../src/domain/accounts/sign-up.ts";
import { signInAnonymously } from "../../src/domain/guests/sign-in-anonymously.ts";
import { revokeMyOtherSessions, revokeMySession } from "../../src/domain/sessions/my-sessions.ts";
import { refresh } from "../../src/domain/sessions/refresh.ts";
import { signIn } from "../../src/domain/sessions/sign-in.ts";
import { signOut, signOutByRefreshToken } from "../../src/domain/sessions/sign-out.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asApp, asUser, DEVICE, IP } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import { newPasswordOf } from "./world.ts";

const ATTEMPT = "0123456789abcdef0123456789abcdef";

const signedInWithPassword = {
  opensSessionWith: "password",
  events: ["user.signed_in"],
  refusalMayWrite: ["user.sign_in_failed"],
} as const;

export const sessionUseCases: readonly UseCase[] = [
  {
    name: "SignUp (the person's address)",
    about: "person",
    async run(app, world, side) {
      const input = {
        email: world.person.email,
        password: newPasswordOf(side),
        displayName: "",
        attemptId: "",
        asked,
      };
      await signUp(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: { events: ["user.signed_up"] },
  },
  {
    name: "SignUp (the address that is asked for)",
    about: "person",
    async run(app, world, side) {
      const input = {
        email: world.person.newEmail,
        password: newPasswordOf(side),
        displayName: "",
        attemptId: "",
        asked,
      };
      await signUp(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: { events: ["user.signed_up"] },
  },
  {
    name: "SignIn",
    about: "person",
    needs: { kind: "member", address: "verified", password: "set" },
    async run(app, world) {
      const { email, password } = world.person;
      return signIn(app, await asApp(app, world), { email, password, attemptId: "" }, DEVICE);
    },
    acknowledges: signedInWithPassword,
  },
  {
    name: "SignIn (imported hash)",
    about: "person",
    needs: { kind: "member", address: "verified", password: "imported" },
    async run(app, world) {
      const { email, password } = world.person;
      return signIn(app, await asApp(app, world), { email, password, attemptId: "" }, DEVICE);
    },
    acknowledges: signedInWithPassword,
  },
  {
    name: "SignIn (wrong password)",
    about: "person",
    async run(app, world) {
      const input = { email: world.person.email, password: "not the password", attemptId: "" };
      return signIn(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: { refusalMayWrite: ["user.sign_in_failed"] },
  },
  {
    name: "RefreshToken",
    about: "person",
    async run(app, world) {
      const [{ refreshToken }] = world.person.sessions;
      await refresh(app, await asApp(app, world), { refreshToken, attemptId: "", ip: IP });
      return undefined;
    },
    acknowledges: { refusalMayWrite: ["session.reuse_detected", "session.late_repeat"] },
  },
  {
    name: "RefreshToken (attempt id)",
    about: "person",
    async run(app, world) {
      const [{ refreshToken }] = world.person.sessions;
      await refresh(app, await asApp(app, world), { refreshToken, attemptId: ATTEMPT, ip: IP });
      return undefined;
    },
    acknowledges: { refusalMayWrite: ["session.reuse_detected"] },
  },
  {
    name: "SignOut",
    about: "person",
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await signOut(app, project, signedIn.session.id, DEVICE);
      return undefined;
    },
    acknowledges: { endsSessions: "first", mayWrite: ["user.signed_out"] },
  },
  {
    name: "SignOut (refresh token)",
    about: "person",
    async run(app, world) {
      const [{ refreshToken }] = world.person.sessions;
      await signOutByRefreshToken(app, await asApp(app, world), refreshToken, DEVICE);
      return undefined;
    },
    acknowledges: { endsSessions: "first", mayWrite: ["user.signed_out"] },
  },
  {
    name: "RevokeMySession",
    about: "person",
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await revokeMySession(app, project, signedIn, world.person.sessions[1].id, DEVICE);
      return undefined;
    },
    acknowledges: { endsSessions: "second", mayWrite: ["user.signed_out"] },
  },
  {
    name: "RevokeMyOtherSessions",
    about: "person",
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await revokeMyOtherSessions(app, project, signedIn, DEVICE);
      return undefined;
    },
    acknowledges: { endsSessions: "others", mayWrite: ["user.sessions_revoked"] },
  },
  {
    name: "SignInAnonymously",
    about: "project",
    async run(app, world) {
      await signInAnonymously(app, await asApp(app, world), { attemptId: "", asked }, DEVICE);
      return undefined;
    },
    acknowledges: { events: ["user.guest_created"] },
  },
];
