import type {
  ChangePasswordRequestJson,
  ConfirmPasswordResetRequestJson,
  DeleteAccountRequestJson,
  InspectEmailLinkResponseJson,
  LinkPasswordRequestJson,
  RequestEmailChangeRequestJson,
  ReviewedIdentityJson,
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

/** Whose account it is that signs in without a password. */
export type Provider = "google" | "apple";

export type Identity = Tells<IdentityJson, "provider"> & Readonly<{ provider: Provider }>;

/** The signed-in user. Times are ISO 8601 texts. */
export type User = Tells<UserJson, "email" | "displayName" | "avatarUrl" | "claims" | "identities"> &
  Readonly<Pick<UserJson, "email" | "displayName" | "avatarUrl">> &
  Readonly<{
    /** Roles and permissions, for the user interface only: your backend reads them from the access token. */
    claims: Readonly<Record<string, unknown>>;
    identities: readonly Identity[];
  }>;

/** A device on which the user is signed in. */
export type DeviceSession = Tells<SessionJson>;

export type ProjectConfig = Tells<
  GetProjectConfigResponseJson,
  "providers" | "googleClientIds" | "passwordPolicy" | "theme"
> &
  Readonly<{
    providers: Readonly<
      Record<"password" | "google" | "apple" | "anonymous", Readonly<{ enabled: boolean }>>
    >;
    googleClientIds: Tells<NonNullable<GetProjectConfigResponseJson["googleClientIds"]>>;
    passwordPolicy: Tells<NonNullable<GetProjectConfigResponseJson["passwordPolicy"]>>;
    theme: Tells<ThemeJson, "colors" | "darkColors"> &
      Readonly<{ colors: Tells<ThemeColorsJson>; darkColors?: Tells<ThemeColorsJson> }>;
  }>;

export type SignUpInput = Asks<SignUpRequestJson, "email" | "password">;
export type SignInInput = Omit<Asks<SignInRequestJson, "email" | "password">, "deviceToken">;
export type LinkPasswordInput = Omit<Asks<LinkPasswordRequestJson, "email" | "password">, "attemptId">;
export type UpdateMeInput = UpdateMeRequestJson;
export type ChangePasswordInput = Required<ChangePasswordRequestJson>;
export type PasswordResetInput = Asks<ConfirmPasswordResetRequestJson, "token" | "newPassword">;
export type EmailChangeInput = Asks<RequestEmailChangeRequestJson, "newEmail">;
export type DeleteAccountInput = DeleteAccountRequestJson;
export type UnlinkIdentityInput = { provider: Provider; currentPassword?: string };

/** What a mailed link is about, for an app that shows its own pages. */
export type EmailLink = Tells<InspectEmailLinkResponseJson, "identities"> &
  Readonly<{ identities: readonly Tells<ReviewedIdentityJson>[] }>;

/** What the SDK of Google or Apple gave to the app. */
export type IdTokenInput = Omit<Asks<OAuthCredentialJson, "idToken">, "provider"> & { provider: Provider };

export type BrowserInput = {
  provider: Provider;
  /** Where the browser returns to: a scheme or origin that the project's settings allow. */
  redirectTo: string;
};

export type PushProvider = "apns" | "fcm";
export type PushEnvironment = "sandbox" | "production";

export type PushDeviceInput = Omit<
  Asks<RegisterPushDeviceRequestJson, "token" | "appId">,
  "installationId" | "provider" | "environment"
> & {
  provider: PushProvider;
  /** APNs only, and needed there. */
  environment?: PushEnvironment;
};

export type PushDevice = Tells<PushDeviceJson, "provider" | "environment"> &
  Readonly<{ provider: PushProvider; environment?: PushEnvironment }>;
