import type {
  ChangePasswordRequestJson,
  ConfirmPasswordResetRequestJson,
  DeleteAccountRequestJson,
  InspectEmailLinkResponseJson,
  LinkPasswordRequestJson,
  RequestEmailChangeRequestJson,
  ReviewedIdentityJson,
  ReviewedPasskeyJson,
  SignInRequestJson,
  SignUpRequestJson,
  UpdateMeRequestJson,
} from "@svc/proto/svc/auth/v1/auth_pb";
import type { GetProjectConfigResponseJson } from "@svc/proto/svc/auth/v1/config_pb";
import type { OAuthCredentialJson } from "@svc/proto/svc/auth/v1/oauth_pb";
import type { ThemeColorsJson, ThemeJson } from "@svc/proto/svc/auth/v1/theme_pb";
import type { IdentityJson, SessionJson, UserJson } from "@svc/proto/svc/auth/v1/user_pb";
import type { PushDeviceJson } from "@svc/proto/svc/push/v1/device_pb";
import type { RegisterPushDeviceRequestJson } from "@svc/proto/svc/push/v1/push_pb";
import type { Asks, Tells } from "./message-types.ts";

/** Who runs the account that a user signs in with instead of a password. */
export type Provider = "google" | "apple";

/** A Google or Apple account that can sign in as the user. */
export type Identity = Tells<IdentityJson, "provider"> &
  Readonly<{
    /** Who runs the account. */
    provider: Provider;
  }>;

/** The signed-in user. Times are ISO 8601 strings. */
export type User = Tells<
  UserJson,
  "email" | "displayName" | "avatarUrl" | "locale" | "claims" | "identities" | "recovery"
> &
  Readonly<Pick<UserJson, "email" | "displayName" | "avatarUrl" | "locale">> &
  Readonly<{
    /** Roles and permissions that your backend set. Use them for the user interface; your backend reads its own copy in the access token. */
    claims: Readonly<Record<string, unknown>>;
    /** The Google and Apple accounts that can sign in as this user. */
    identities: readonly Identity[];
    /**
     * How the user gets back in when passwords and passkeys are lost: by `email`, with a Google or Apple account
     * (`provider`), or not at all (`none`): ask for an address then. Absent on servers that do not know passkeys.
     */
    recovery?: "email" | "provider" | "none";
  }>;

/** A device on which the user is signed in. */
export type DeviceSession = Tells<SessionJson>;

/** What a sign-in screen needs to know about the project. */
export type ProjectConfig = Tells<
  GetProjectConfigResponseJson,
  | "providers"
  | "googleClientIds"
  | "passwordPolicy"
  | "theme"
  | "passkeyRpId"
  | "mfaPolicy"
  | "defaultLanguage"
  | "languages"
> &
  Readonly<{
    /** Which sign-in methods are enabled; `anonymous` is for guests. */
    providers: Readonly<
      Record<
        "password" | "google" | "apple" | "anonymous",
        Readonly<{
          /** Whether users can sign in with it. */
          enabled: boolean;
        }>
      >
    > &
      Readonly<{
        /** Codes by email, for `emailCodes`. Absent on servers that do not know them. */
        emailCode?: Readonly<{
          /** Whether users can sign in with it. */
          enabled: boolean;
        }>;
        /** Passkeys, for `passkeys`. Absent on servers that do not know them. */
        passkey?: Readonly<{
          /** Whether users can sign in with it. */
          enabled: boolean;
        }>;
      }>;
    /** The domain that passkeys belong to. Empty while they are off, and absent on servers that do not know them. */
    passkeyRpId?: string;
    /** Who needs a second factor, for `mfa`. Absent on servers that do not know them. */
    mfaPolicy?: NonNullable<GetProjectConfigResponseJson["mfaPolicy"]>;
    /** The language of emails and pages where nothing else decides. Absent on servers that only know English. */
    defaultLanguage?: string;
    /** The languages that emails and pages can have. Absent on servers that only know English. */
    languages?: readonly string[];
    /** The client ids for Google's own SDK. */
    googleClientIds: Tells<NonNullable<GetProjectConfigResponseJson["googleClientIds"]>>;
    /** What a new password must satisfy. */
    passwordPolicy: Tells<NonNullable<GetProjectConfigResponseJson["passwordPolicy"]>>;
    /** The look of the project's pages and emails. */
    theme: Tells<ThemeJson, "colors" | "darkColors"> &
      Readonly<{
        /** The colours in light mode. */
        colors: Tells<ThemeColorsJson>;
        /** The colours in dark mode; absent when the light ones are always used. */
        darkColors?: Tells<ThemeColorsJson>;
      }>;
  }>;

/** What `signUp` takes. */
export type SignUpInput = Omit<Asks<SignUpRequestJson, "email" | "password">, "attemptId">;
/** What `signInWithPassword` takes. */
export type SignInInput = Omit<Asks<SignInRequestJson, "email" | "password">, "deviceToken" | "attemptId">;
/** What `linkPassword` takes. */
export type LinkPasswordInput = Omit<Asks<LinkPasswordRequestJson, "email" | "password">, "attemptId">;
/** What `updateMe` takes. A field that is absent stays as it is. */
export type UpdateMeInput = UpdateMeRequestJson;
/** What `changePassword` takes. */
export type ChangePasswordInput = Required<ChangePasswordRequestJson>;
/** What `confirmPasswordReset` takes. */
export type PasswordResetInput = Asks<ConfirmPasswordResetRequestJson, "token" | "newPassword">;
/** What `requestEmailChange` takes. */
export type EmailChangeInput = Asks<RequestEmailChangeRequestJson, "newEmail">;
/** What `deleteAccount` takes. */
export type DeleteAccountInput = DeleteAccountRequestJson;
/** What `unlinkIdentity` takes. */
export type UnlinkIdentityInput = {
  /** Whose account to remove. */
  provider: Provider;
  /** Needed unless the user signed in during the last ten minutes. */
  currentPassword?: string;
};

/** What an emailed link is about, for an app that handles the links itself. */
export type EmailLink = Tells<InspectEmailLinkResponseJson, "identities" | "passkeys"> &
  Readonly<{
    /** The Google and Apple accounts that the owner of the mailbox should review. */
    identities: readonly Tells<ReviewedIdentityJson>[];
    /** The passkeys that the owner of the mailbox should review. Absent on servers that do not know passkeys. */
    passkeys?: readonly (Tells<ReviewedPasskeyJson, "lastUsedAt"> &
      Pick<ReviewedPasskeyJson, "lastUsedAt">)[];
  }>;

/**
 * What the owner of a mailbox decided about the sign-in methods that `inspectEmailLink` lists.
 *
 * @example
 * async function confirm(token: string, removePasskeys: string[]) {
 *   const { identities, passkeys = [] } = await auth.inspectEmailLink(token);
 *   const providers = identities.map(({ provider }) => provider);
 *   const passkeyIds = passkeys.map(({ id }) => id);
 *   await auth.confirmEmailChange(token, { removePasskeys, listed: { providers, passkeyIds } });
 * }
 */
export type EmailLinkReview = Readonly<{
  /** Google and Apple accounts to remove. */
  removeProviders?: readonly Provider[];
  /** Ids of passkeys to remove. */
  removePasskeys?: readonly string[];
  /** What the page has shown. All others are removed, because somebody added them meanwhile. Absent: they stay. */
  listed?: Readonly<{
    /** Google and Apple accounts. */
    providers: readonly string[];
    /** Ids of passkeys. */
    passkeyIds: readonly string[];
  }>;
}>;

/** What Google's or Apple's own SDK gave to the app: for `signInWithIdToken` and `linkIdToken`. */
export type IdTokenInput = Omit<Asks<OAuthCredentialJson, "idToken">, "provider"> & {
  /** Whose SDK the ID token comes from. */
  provider: Provider;
};

/** What `signInWithBrowser` and `linkWithBrowser` take. */
export type BrowserInput = {
  /** Which account to sign in with. */
  provider: Provider;
  /** The URL that the browser returns to. The project's settings must allow its scheme or origin. */
  redirectTo: string;
};

/** Who delivers the notifications: Apple (`apns`) or Firebase (`fcm`). */
export type PushProvider = "apns" | "fcm";
/** Which server of Apple knows the token: `sandbox` for development builds, `production` for all others. */
export type PushEnvironment = "sandbox" | "production";

/** What `registerPushDevice` takes. */
export type PushDeviceInput = Omit<
  Asks<RegisterPushDeviceRequestJson, "token" | "appId">,
  "installationId" | "provider" | "environment"
> & {
  /** Who delivers the notifications. */
  provider: PushProvider;
  /** Required for `apns`, ignored for `fcm`. */
  environment?: PushEnvironment;
};

/** A device of the user that is registered for notifications. Times are ISO 8601 strings. */
export type PushDevice = Tells<PushDeviceJson, "provider" | "environment"> &
  Readonly<{
    /** Who delivers the notifications. */
    provider: PushProvider;
    /** Which server of Apple knows the token; absent for `fcm`. */
    environment?: PushEnvironment;
  }>;
