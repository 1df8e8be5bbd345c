import { applyAppleNotification } from "../../src/domain/oauth/apply-apple-notification.ts";
import { linkOAuth } from "../../src/domain/oauth/link-oauth.ts";
import { exchangeOAuthCode, signInWithOAuth } from "../../src/domain/oauth/sign-in-with-oauth.ts";
import { unlinkIdentity } from "../../src/domain/oauth/unlink-identity.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asApp, asUser, credentialOf, DEVICE } from "./callers.ts";
import { appleNotification } from "./provider-stand-in.ts";
import type { UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

/** A provider answers for this mailbox. */
export const providerAddress = (world: World): string =>
  world.person.email.replace("example.com", "gmail.com");

const withAddress = (world: World) => ({ email: providerAddress(world), email_verified: true });

export const oauthUseCases: readonly UseCase[] = [
  {
    name: "SignInWithOAuth (linked Google account)",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      const credential = credentialOf(app, world, "google", { sub: world.person.googleSubject });
      return signInWithOAuth(app, await asApp(app, world), { credential, attemptId: "", asked }, DEVICE);
    },
    acknowledges: {
      opensSessionWith: "google",
      consumes: "google token",
      mayWrite: ["user.signed_in", "user.signed_up", "user.identity_linked"],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
  {
    name: "SignInWithOAuth (linked Apple account)",
    about: "person",
    needs: { kind: "member", apple: true },
    async run(app, world) {
      const credential = credentialOf(app, world, "apple", { sub: world.person.appleSubject });
      return signInWithOAuth(app, await asApp(app, world), { credential, attemptId: "", asked }, DEVICE);
    },
    acknowledges: {
      opensSessionWith: "apple",
      consumes: "apple token",
      mayWrite: ["user.signed_in", "user.signed_up", "user.identity_linked"],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
  {
    name: "SignInWithOAuth (new account)",
    about: "person",
    needs: { kind: "guest" },
    async run(app, world) {
      const claims = { sub: `new-${world.person.googleSubject}`, ...withAddress(world) };
      const credential = credentialOf(app, world, "google", claims);
      await signInWithOAuth(app, await asApp(app, world), { credential, attemptId: "", asked }, DEVICE);
      return undefined;
    },
    acknowledges: {
      consumes: "token of the new account",
      proves: ["from the provider"],
      mayWrite: ["user.signed_in", "user.signed_up", "user.identity_linked"],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
  {
    name: "ExchangeOAuthCode",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      const input = { exchange: world.person.handoff, attemptId: "", asked };
      return exchangeOAuthCode(app, await asApp(app, world), input, DEVICE);
    },
    acknowledges: {
      opensSessionWith: "google",
      consumes: "code of the redirect",
      mayWrite: ["user.signed_in", "user.signed_up", "user.identity_linked"],
      refusalMayWrite: ["session.reuse_detected", "user.sign_in_failed"],
    },
  },
  {
    name: "LinkOAuth (guest)",
    about: "person",
    needs: { kind: "guest" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const claims = { sub: `new-${world.person.googleSubject}`, ...withAddress(world) };
      const credential = credentialOf(app, world, "google", claims);
      const source = { kind: "credential" as const, credential };
      await linkOAuth(app, project, signedIn, { source, attemptId: "", asked }, DEVICE);
      return undefined;
    },
    acknowledges: {
      queues: ["verify_email"],
      provenBy: "session",
      consumes: "token of the new account",
      proves: ["from the provider"],
      mayWrite: ["user.guest_converted", "user.identity_linked"],
    },
  },
  {
    name: "LinkOAuth (member)",
    about: "person",
    needs: { kind: "member", apple: false },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const credential = credentialOf(app, world, "apple", { sub: world.person.appleSubject });
      const source = { kind: "credential" as const, credential };
      await linkOAuth(app, project, signedIn, { source, attemptId: "", asked }, DEVICE);
      return undefined;
    },
    acknowledges: {
      queues: ["verify_email"],
      provenBy: "session",
      consumes: "apple token",
      mayWrite: ["user.guest_converted", "user.identity_linked"],
    },
  },
  {
    name: "UnlinkIdentity (Google)",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await unlinkIdentity(app, project, signedIn, { provider: "google", currentPassword: "" }, DEVICE);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      endsCredentials: ["google"],
      endsSessions: "second",
      events: ["user.identity_unlinked"],
    },
  },
  {
    name: "UnlinkIdentity (Apple)",
    about: "person",
    needs: { kind: "member", google: true, apple: true, password: "none", address: "none" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await unlinkIdentity(app, project, signedIn, { provider: "apple", currentPassword: "" }, DEVICE);
      return undefined;
    },
    acknowledges: { provenBy: "session", endsCredentials: ["apple"], events: ["user.identity_unlinked"] },
  },
  {
    name: "Apple: consent revoked",
    about: "person",
    needs: { kind: "member", apple: true },
    async run(app, world) {
      const event = { type: "consent-revoked", sub: world.person.appleSubject };
      await applyAppleNotification(app, world.project.slug, appleNotification(app.clock(), "consent", event));
      return undefined;
    },
    acknowledges: {},
  },
  {
    name: "Apple: account deleted",
    about: "person",
    needs: { kind: "member", apple: true },
    async run(app, world) {
      const event = { type: "account-delete", sub: world.person.appleSubject };
      await applyAppleNotification(app, world.project.slug, appleNotification(app.clock(), "deleted", event));
      return undefined;
    },
    acknowledges: { mayWrite: ["user.identity_unlinked", "user.deleted"] },
  },
  {
    name: "Apple: account deleted (the only way in)",
    about: "person",
    needs: { kind: "member", apple: true, google: false, password: "none", address: "none" },
    async run(app, world) {
      const event = { type: "account-delete", sub: world.person.appleSubject };
      await applyAppleNotification(app, world.project.slug, appleNotification(app.clock(), "deleted", event));
      return undefined;
    },
    acknowledges: { mayWrite: ["user.identity_unlinked", "user.deleted"] },
  },
];
