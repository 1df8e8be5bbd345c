import type { PasswordHasher } from "./crypto/passwords.ts";
import type { SecretBox } from "./crypto/secret-box.ts";
import type { RefreshCounter } from "./domain/analytics/refresh-counter.ts";
import type { BackupSchedule } from "./domain/backups/backup-schedule.ts";
import type { Stores } from "./domain/billing/store-adapter.ts";
import type { Https } from "./domain/certificates/https.ts";
import type { UntrustedProxies } from "./domain/instance/untrusted-proxies.ts";
import type { Upgrade } from "./domain/instance/upgrade.ts";
import type { LookUpTxt } from "./domain/mail/look-up-txt.ts";
import type { SmtpSettings } from "./domain/mail/mail-transport.ts";
import type { Mailer } from "./domain/mail/mailer.ts";
import type { IdentityProviders } from "./domain/oauth/identity-provider.ts";
import type { AssociationFiles } from "./domain/passkeys/association-files.ts";
import type { RateLimiter } from "./domain/rate-limits/rate-limiter.ts";
import type { DummyHashes } from "./domain/sessions/dummy-hashes.ts";
import type { Signer } from "./domain/signing-keys/signer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Admission } from "./runtime/admission.ts";
import type { Background } from "./runtime/background.ts";
import type { Log } from "./runtime/log.ts";
import type { Db, Millis } from "./storage/db.ts";
import type { TakeSnapshot } from "./storage/snapshot.ts";

/** Everything a use case may need from outside. A use case takes a Pick of it. */
export type App = Readonly<{
  /** Whether this process can take on another call. */
  admission: Admission;
  /** The files by which domains name the apps that may use their passkeys. */
  associationFiles: AssociationFiles;
  background: Background;
  /** None unless the server writes backups on its own. */
  backupSchedule: BackupSchedule | undefined;
  /** Where the world reaches this server; every URL that leaves it starts with this. */
  baseUrl: string;
  version: string;
  clock: () => Millis;
  /** The relay of the configuration; settings in the database go before it. */
  configuredSmtp: SmtpSettings | undefined;
  db: Db;
  dummyHashes: DummyHashes;
  /** None where a proxy speaks HTTPS, or nobody does. */
  https: Https | undefined;
  /** Google and Apple. */
  identityProviders: IdentityProviders;
  /** Where the ledger of erasures is kept: the data directory, and where the backups are. */
  ledgerFolders: readonly string[];
  log: Log;
  lookUpTxt: LookUpTxt;
  newId: () => string;
  passwords: PasswordHasher;
  mailer: Mailer;
  metrics: Metrics;
  /** Runs the job that sends emails soon. Call it after a transaction that put an email into the outbox. */
  wakeMailJob: () => void;
  /** Runs the job for the stores' notifications soon. Call it after a transaction that put one into the inbox. */
  wakeInboxJob: () => void;
  rateLimits: RateLimiter;
  refreshCounter: RefreshCounter;
  secretBox: SecretBox;
  signer: Signer;
  /** Where the projects sell. */
  stores: Stores;
  /** Whether replicas of the version before may still run on this database. */
  upgrade: Upgrade;
  /** Who claims to speak for others without being believed. */
  untrustedProxies: UntrustedProxies;
  /** Copies everything the instance owns into a folder. */
  takeSnapshot: TakeSnapshot;
}>;
