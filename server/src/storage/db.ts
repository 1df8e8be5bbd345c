import type { Kysely, Selectable } from "kysely";
import type {
  AdminInviteRow,
  AdminRow,
  AdminSessionRow,
  AdminTables,
  PersonalAccessTokenRow,
} from "./rows/admins.ts";
import type { AnalyticsTables } from "./rows/analytics.ts";
import type { BillingTables } from "./rows/billing.ts";
import type { CodeTables } from "./rows/codes.ts";
import type { FactorTables } from "./rows/factors.ts";
import type { AddressUndoRow, EmailTokenRow, MailTables, OutboxRow } from "./rows/mail.ts";
import type { Millis } from "./rows/millis.ts";
import type { AppleRevocationRow, OauthFlowRow, OauthHandoffRow, OauthTables } from "./rows/oauth.ts";
import type { PasskeyTables } from "./rows/passkeys.ts";
import type { ProjectTables, SigningKeyRow } from "./rows/projects.ts";
import type { AcmeAccountRow, CertificateRow, ServerTables } from "./rows/server.ts";
import type { RefreshTokenRow, SessionRow, SessionTables } from "./rows/sessions.ts";
import type { UserJobTables } from "./rows/user-jobs.ts";
import type { IdentityRow, PushDeviceRow, UserActivityRow, UserRow, UserTables } from "./rows/users.ts";

export type {
  AdminMfaChallengeRow,
  AdminPasskeyRow,
  AdminRoleRow,
  AdminRow,
  AdminTotpRow,
  PersonalAccessTokenRow,
} from "./rows/admins.ts";
export type { DailyStatRow, EventRow, RollupRow, UserActiveDayRow } from "./rows/analytics.ts";
export type {
  BillingAccountRow,
  BillingInboxRow,
  BillingStoreRow,
  EntitlementGrantRow,
  PurchaseRow,
  StripeCancellationRow,
  SubscriptionRow,
} from "./rows/billing.ts";
export type { OneTimeCodeRow } from "./rows/codes.ts";
export type { MfaChallengeRow, TotpFactorRow } from "./rows/factors.ts";
export type { Millis } from "./rows/millis.ts";
export type { AppleNotificationRow, OauthUsedTokenRow } from "./rows/oauth.ts";
export type { PasskeyRow } from "./rows/passkeys.ts";
export type {
  AssetRow,
  ProjectRow,
  ProjectTextRow,
  ProviderSecretRow,
  ThemeRevisionRow,
} from "./rows/projects.ts";
export type { ErasureRow, InstanceSettingRow, RateLimitRow } from "./rows/server.ts";
export type { RefreshTokenRow, SessionRow, SignUpAttemptRow } from "./rows/sessions.ts";
export type { UserJobAction, UserJobRow, UserJobState, UserNoteRow } from "./rows/user-jobs.ts";
export type { IdentityRow, PushDeviceRow, UserRow } from "./rows/users.ts";

export type Tables = AdminTables &
  AnalyticsTables &
  BillingTables &
  CodeTables &
  FactorTables &
  MailTables &
  OauthTables &
  PasskeyTables &
  ProjectTables &
  ServerTables &
  SessionTables &
  UserJobTables &
  UserTables;

export type Db = Kysely<Tables>;

export type SigningKey = Selectable<SigningKeyRow>;
export type User = Omit<Selectable<UserRow>, "searchText">;
export type UserActivity = Selectable<UserActivityRow>;
export type Identity = Selectable<IdentityRow>;
export type OauthFlow = Selectable<OauthFlowRow>;
export type OauthHandoff = Selectable<OauthHandoffRow>;
export type AppleRevocation = Selectable<AppleRevocationRow>;
export type EmailToken = Selectable<EmailTokenRow>;
export type AddressUndo = Selectable<AddressUndoRow>;
export type OutboxMail = Selectable<OutboxRow>;
/** With the slug of its project; null for a mail of the instance itself. */
export type ListedMail = OutboxMail & { slug: string | null };
export type MailState = "waiting" | "failed" | "sent" | "cancelled" | "suppressed";
export type Session = Selectable<SessionRow>;
/** A session that can still be refreshed, and until when if nobody does. */
export type LiveSession = Session & { expiresAt: Millis };
export type RefreshToken = Selectable<RefreshTokenRow>;
export type PushDevice = Selectable<PushDeviceRow>;
export type Admin = Selectable<AdminRow>;
export type AdminInvite = Selectable<AdminInviteRow>;
export type AdminSession = Selectable<AdminSessionRow>;
export type PersonalAccessToken = Selectable<PersonalAccessTokenRow>;
export type Certificate = Selectable<CertificateRow>;
export type AcmeAccount = Selectable<AcmeAccountRow>;
