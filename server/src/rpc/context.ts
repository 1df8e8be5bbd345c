import { type AskedLanguages, readLocale } from "../domain/accounts/asked-languages.ts";
import type { AdminCredential } from "../domain/admins/admin-credential.ts";
import type { AdminWithSession } from "../domain/admins/admin-session.ts";
import type { Right } from "../domain/admins/rights.ts";
import type { Actor } from "../domain/analytics/record-event.ts";
import type { Project } from "../domain/projects/project.ts";
import type { PendingTake } from "../domain/rate-limits/rate-limiter.ts";
import type { Device } from "../domain/sessions/device.ts";
import type { SigningIn } from "../domain/sessions/signing-in.ts";
import type { SignedIn } from "../domain/sessions/user-of-token.ts";
import type { AppError } from "../errors.ts";
import type { Admin } from "../storage/db.ts";

/** What is known of every call. */
export type Call = {
  readonly requestId: string;
  readonly clientIp: string;
  readonly userAgent: string;
  /** The header as it came, at most 512 characters. */
  readonly acceptLanguage: string;
  /** Aborted when the caller disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  /** Added to the headers of the response. */
  readonly responseHeaders: Record<string, string | string[]>;
  /** The id of the caller's device token, if it was issued for the account that signs in and still counts. */
  knownDevice?: string;
  /** The user of that account, who was read with the device. */
  signingIn?: SigningIn;
  /** A limit that the handler counts this call for. */
  readonly pendingTake?: PendingTake;
};

/** A call of an app with its publishable key. */
export type AppCall = Call & { readonly project: Project };

/** A call of an app on behalf of a signed-in user. */
export type UserCall = AppCall & { readonly signedIn: SignedIn };

/** A call of an app with or without a signed-in user. */
export type UserIfAnyCall = AppCall & {
  readonly signedIn?: SignedIn;
  /** Why the Bearer token was not accepted. */
  readonly bearerFailure?: AppError;
};

/** A call of a backend with its secret key. */
export type BackendCall = Call & { readonly project: Project };

/** A call of an administrator, by session or by personal access token. */
export type AdminCall = Call & {
  readonly admin: Admin;
  readonly adminCredential: AdminCredential;
  /** Absent with a personal access token. */
  readonly adminSession?: AdminWithSession["session"];
  /** What the method's row allowed. */
  readonly right?: Right | undefined;
};

/** A call of an administrator by session. */
export type AdminSessionCall = AdminCall & { readonly adminSession: AdminWithSession["session"] };

/** A call that no other site sends, with the administrator's cookies as they came: neither is proven. */
export type OwnSiteCall = Call & {
  readonly adminCookie: string | undefined;
  readonly adminDeviceCookie: string | undefined;
};

/** Who may call a method, and what its handler is told about the caller. The guard refuses everybody else. */
export type Contexts = {
  /** Anyone. */
  open: Call;
  /** An app, by the project's `pk_`. */
  "publishable-key": AppCall;
  /** A signed-in user, by the `pk_` and their access token. */
  user: UserCall;
  /** An app, by the `pk_`; a signed-in user too, if there is one. */
  "user-if-any": UserIfAnyCall;
  /** A backend, by the project's `sk_`. */
  "secret-key": BackendCall;
  /** An administrator, by cookie session or `svc_pat_`. */
  admin: AdminCall;
  /** An administrator, by cookie session only. */
  "admin-session": AdminSessionCall;
  /**
   * An administrator; a session needs a sign-in of the last ten minutes. The use case checks it again
   * when it commits. Personal access tokens are not asked.
   */
  "recent-admin": AdminCall;
  /** The same, but by cookie session only. */
  "recent-admin-session": AdminSessionCall;
  /** An administrator; the use case asks for the recent sign-in, because it depends on what the call changes. */
  "recent-admin-for-some-changes": AdminCall;
  /** Anyone, but a browser only from a page of this server: the method sets or clears the cookie. */
  "own-site": OwnSiteCall;
};

export type Access = keyof Contexts;

/** A call while its guard looks at it: the guard adds what the method's access promises. */
export type CallContext = Call & {
  project?: Project;
  /** Set while the project is one that an earlier call read. */
  readChangedProject?: () => Promise<Project>;
  signedIn?: SignedIn;
  bearerFailure?: AppError;
  admin?: Admin;
  adminCredential?: AdminCredential;
  adminSession?: AdminWithSession["session"];
  right?: Right | undefined;
  adminCookie?: string | undefined;
  adminDeviceCookie?: string | undefined;
};

declare const isGuarded: unique symbol;

/** A call that its guard has let in. Nothing but `guard` makes one, and no handler runs without one. */
export type GuardedCall = Call & { readonly [isGuarded]: true };

export type Handle<Request, Context> = (request: Request, context: Context) => unknown;

export function deviceOf(context: Call): Device {
  const isKnown = context.knownDevice !== undefined;
  return { ip: context.clientIp, userAgent: context.userAgent, isKnown };
}

/** The languages that a request asks for; `locale` is its field. */
export function languagesOf({ acceptLanguage }: Call, locale: string): AskedLanguages {
  return { locale: readLocale(locale), acceptLanguage };
}

/** Whom the audit log names for what this call does. */
export function adminActor({ admin, adminCredential, clientIp, userAgent, right }: AdminCall): Actor {
  return { actor: `admin:${admin.email}`, ip: clientIp, userAgent, credential: adminCredential, right };
}
