import type { App } from "../../src/app.ts";
import type { Side } from "./actor.ts";
import type { PersonState, World } from "./world.ts";

/** What a session is opened with, and what can be taken from the person. */
export type Credential = "password" | "google" | "apple" | "passkey" | "mailbox" | SecondFactor;

/** What completes a sign-in. */
export type SecondFactor = "authenticator app" | "recovery code";

/** What an administrator signs in with. */
export type AdminCredential = "password" | "passkey";

/** The address at first, the one that a change was asked for, the one before the last change, one that only this call names, or whichever it is. */
export type AddressName = "own" | "moved" | "former" | "its own" | "from the provider" | "any";

/**
 * What a call that succeeds tells its caller, as data. The invariants read nothing else of a use case: what is not named here
 * is not promised.
 */
export type Acknowledgement = Readonly<{
  /** The person is signed in, and was let in by this. */
  opensSessionWith?: Credential;
  /** And by this: the first factor was proven before the schedule began. */
  completesWith?: SecondFactor;
  /** Proven at the beginning, and still true when it takes effect. */
  provenBy?: "password" | "session";
  /** The password of this side is the one in force: `newPasswordOf`. */
  setsPassword?: boolean;
  removesPassword?: boolean;
  setsAddress?: AddressName;
  /** Addresses whose mailbox, provider or backend spoke for them. */
  proves?: readonly AddressName[];
  /** Nobody gets in with these from here on. */
  endsCredentials?: readonly Credential[];
  /** Of the sessions that were open. `others`: all but the first, which is the caller's. */
  endsSessions?: "all" | "others" | "first" | "second";
  /** Both sides send the same attempt id with it. */
  isOneAttempt?: boolean;
  /** A link or code that works once. */
  consumes?: string;
  /** Purposes whose links and queued mails are void. */
  voids?: readonly string[];
  /** Purposes of the links that it makes itself, without what mail delivery checks: no act voids them in time. */
  makesLinks?: readonly string[];
  /** Purposes of the mails that it queues. */
  queues?: readonly string[];
  disables?: boolean;
  enables?: boolean;
  erases?: boolean;
  /** The address and the password are taken away, or the whole account. */
  detaches?: boolean;
  removesAdmin?: "admin" | "colleague";
  setsAdminPassword?: boolean;
  /** The administrator is signed in, and was let in by this. */
  opensAdminSessionWith?: AdminCredential;
  /** Nobody gets in as the administrator with these from here on. */
  endsAdminCredentials?: readonly AdminCredential[];
  endsAdminSessions?: boolean;
  /** The administrator's own session, but not what another call opens. */
  endsAdminSession?: boolean;
  /** Whose session was proven at the beginning, and is open when it takes effect. */
  provenByAdminSession?: "admin" | "colleague";
  /** No token that descends from the administrator's works from here on. */
  revokesTokenTree?: boolean;
  deletesProject?: boolean;
  /** Each is written exactly once. */
  events?: readonly string[];
  /** Written as often as it is named at most, depending on what was there before. */
  mayWrite?: readonly string[];
  /** The same for a call that is refused. */
  refusalMayWrite?: readonly string[];
}>;

/** The call found nothing to do: it promises nothing. */
export const idle = Symbol("idle");

/** What a call returns of a session that it opened. */
export type Opened = { refreshToken?: string | undefined; adminToken?: string | undefined };

export type UseCase = Readonly<{
  name: string;
  about: "person" | "admin" | "project";
  /** The state of the person in which it succeeds. */
  needs?: Partial<PersonState>;
  /** The queued mail that is due. */
  dueMail?: string;
  run: (app: App, world: World, side: Side) => Promise<Opened | typeof idle | undefined>;
  acknowledges: Acknowledgement;
}>;
