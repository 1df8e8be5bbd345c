import type { PasswordHasher } from "./crypto/passwords.ts";
import type { SecretBox } from "./crypto/secret-box.ts";
import type { SmtpSettings } from "./domain/instance/smtp-settings.ts";
import type { Mailer } from "./domain/mail/mailer.ts";
import type { RateLimiter } from "./domain/rate-limits/rate-limiter.ts";
import type { Signer } from "./domain/signing-keys/signer.ts";
import type { Log } from "./log.ts";
import type { Db, Millis } from "./storage/db.ts";

/** Everything a use case may need from outside. A use case takes a Pick of it. */
export type App = Readonly<{
  /** Where the world reaches this server; every URL that leaves it starts with this. */
  baseUrl: string;
  version: string;
  clock: () => Millis;
  /** The relay of the configuration; settings in the database go before it. */
  configuredSmtp: SmtpSettings | undefined;
  db: Db;
  log: Log;
  newId: () => string;
  passwords: PasswordHasher;
  mailer: Mailer;
  /** Told when a mail was put into the outbox, after its transaction. */
  mailIsWaiting: () => void;
  rateLimits: RateLimiter;
  secretBox: SecretBox;
  signer: Signer;
}>;
