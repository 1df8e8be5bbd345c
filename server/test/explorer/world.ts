import { hash } from "node:crypto";
import type { App } from "../../src/app.ts";
import { newRecoveryCodes } from "../../src/crypto/factors/recovery-codes.ts";
import { newTotpSecret } from "../../src/crypto/factors/totp.ts";
import { newToken } from "../../src/crypto/random-token.ts";
import { newLocator, newRefreshToken } from "../../src/crypto/refresh-token.ts";
import type { EmailTokenPurpose } from "../../src/domain/mail/email-token.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { type Authenticator, createAuthenticator } from "../../src/testing/authenticator.ts";
import type { Side } from "./actor.ts";

/** In which state a schedule finds the person whom both calls are about. */
export type PersonState = Readonly<{
  kind: "member" | "guest";
  address: "verified" | "unverified" | "none";
  password: "set" | "imported" | "none";
  google: boolean;
  apple: boolean;
  passkey: boolean;
  /** `app`: the person has an authenticator app, and a sign-in waits for its code. `enrolling`: a session is about to add one. */
  factor: "none" | "enrolling" | "app";
  disabled: boolean;
  /** A guest whom nobody has seen for longer than the project keeps guests. */
  stale: boolean;
}>;

export const member: PersonState = {
  kind: "member",
  address: "verified",
  password: "set",
  google: true,
  apple: false,
  passkey: false,
  factor: "none",
  disabled: false,
  stale: false,
};

export const guest: PersonState = {
  ...member,
  kind: "guest",
  address: "none",
  password: "none",
  google: false,
};

export type OpenedSession = Readonly<{ id: string; accessToken: string; refreshToken: string }>;

/** Of the authenticator app that the person has, of the one that a session enrolls, and of the sign-ins that wait for a code. */
export type FactorNames = Readonly<{
  secret: Buffer;
  recoveryCode: string;
  newSecret: Buffer;
  enrollmentToken: string;
  afterPassword: string;
  afterGoogle: string;
}>;

export type WorldParts = Readonly<{
  state: PersonState;
  hasPerson: boolean;
  hasAdmins: boolean;
  /** Due at once; the others wait for a later attempt. */
  dueMails: readonly string[];
  /** Chooses what is queued beside the change of address: each of the others takes its turn. */
  turn: number;
}>;

/** The subject of one schedule, fresh for it. A use case takes its arguments from here. */
export type World = Readonly<{
  project: Project;
  secretKey: string;
  state: PersonState;
  person: Readonly<{
    id: string;
    email: string;
    newEmail: string;
    /** Which the person had until somebody changed it, and may get back with `undoLink`. */
    formerEmail: string;
    undoLink: string;
    password: string;
    googleSubject: string;
    appleSubject: string;
    sessions: readonly [OpenedSession, OpenedSession];
    links: Readonly<Record<EmailTokenPurpose, string>>;
    /** The code of a web redirect that proved the Google account, and its verifier. */
    handoff: Readonly<{ code: string; codeVerifier: string }>;
    /** A code that was emailed to the person's address. */
    emailCode: Readonly<{ flowId: string; code: string; codeVerifier: string }>;
    /** It has the person's passkey, if there is one. */
    device: Authenticator;
    passkeyId: string;
    factor: FactorNames;
  }>;
  admin: Readonly<{
    id: string;
    email: string;
    password: string;
    sessionToken: string;
    tokenId: string;
    /** Has a passkey of the administrator. */
    device: Authenticator;
    passkeyId: string;
    colleague: Readonly<{ id: string; email: string; sessionToken: string }>;
    /** Made by the administrator, not by the colleague. */
    invite: Readonly<{ id: string; email: string; link: string }>;
  }>;
  /** What was so when the schedule began. */
  madeAt: number;
  /** An ID token per account, signed when somebody asks for it. */
  idTokens: Map<string, string>;
  /** What a device answered to the options of a ceremony with passkeys. */
  credentials: Map<string, string>;
}>;

export const newPasswordOf = (side: Side): string => `the new password of ${side}`;

/** An address that only this side names. */
export const addressOf = ({ person }: World, side: Side): string => `${side.toLowerCase()}-${person.email}`;

let worlds = 0;

/** Every name and secret of a fresh subject; `storeWorld` writes the rows. */
export function newWorld(
  app: Pick<App, "clock" | "newId">,
  project: Project,
  secretKey: string,
  state: PersonState,
): World {
  worlds += 1;
  const n = worlds;
  const session = (): OpenedSession => ({
    id: app.newId(),
    accessToken: "",
    refreshToken: newRefreshToken(newLocator()),
  });
  return {
    project,
    secretKey,
    state,
    person: {
      id: app.newId(),
      email: `person-${n}@example.com`,
      newEmail: `moved-${n}@example.com`,
      formerEmail: `former-${n}@example.com`,
      undoLink: newToken(),
      password: "the password at first",
      googleSubject: `google-${n}`,
      appleSubject: `apple-${n}`,
      sessions: [session(), session()],
      links: {
        verify_email: newToken(),
        reset_password: newToken(),
        invite_user: newToken(),
        change_email: newToken(),
        delete_account: newToken(),
      },
      handoff: { code: newToken(), codeVerifier: newToken() },
      emailCode: { flowId: newToken(), code: "12345678", codeVerifier: newToken() },
      device: createAuthenticator(),
      passkeyId: app.newId(),
      factor: {
        secret: newTotpSecret(),
        recoveryCode: newRecoveryCodes()[0] ?? "",
        newSecret: newTotpSecret(),
        enrollmentToken: newToken(),
        afterPassword: newToken(),
        afterGoogle: newToken(),
      },
    },
    admin: {
      id: app.newId(),
      email: `admin-${n}@example.com`,
      password: "the administrator's password",
      sessionToken: newToken(),
      tokenId: app.newId(),
      device: createAuthenticator(),
      passkeyId: app.newId(),
      colleague: { id: app.newId(), email: `colleague-${n}@example.com`, sessionToken: newToken() },
      invite: { id: app.newId(), email: `invited-${n}@example.com`, link: newToken() },
    },
    madeAt: app.clock(),
    idTokens: new Map(),
    credentials: new Map(),
  };
}

export const challengeOf = (verifier: string): string => hash("sha256", verifier, "base64url");
