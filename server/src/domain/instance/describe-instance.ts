import type { App } from "../../app.ts";
import { engineOf } from "../../storage/engine.ts";
import { areFactorsRequired } from "../admins/factors/factors-required.ts";
import type { BackupSchedule } from "../backups/backup-schedule.ts";
import { type BackupStatus, backupStatus } from "../backups/backup-status.ts";
import { type CertificateStatus, certificateStatus } from "../certificates/certificate-status.ts";
import type { MailTransport } from "../mail/mail-transport.ts";
import { type RelayStatus, relayStatus } from "../mail/relay-status.ts";
import { effectiveSmtp, smtpEtag } from "./smtp-settings.ts";
import type { UntrustedProxy } from "./untrusted-proxies.ts";

export type Instance = Readonly<{
  baseUrl: string;
  version: string;
  transport: MailTransport;
  smtpEtag: string;
  database: "sqlite" | "postgres";
  backupSchedule: BackupSchedule | undefined;
  backupStatus: BackupStatus;
  certificateStatus: CertificateStatus | undefined;
  untrustedProxy: UntrustedProxy | undefined;
  upgradeUnfinished: boolean;
  databasePooler: boolean;
  relay: RelayStatus;
  requireAdminFactors: boolean;
}>;

export async function describeInstance(
  app: Pick<
    App,
    | "backupSchedule"
    | "baseUrl"
    | "configuredSmtp"
    | "db"
    | "https"
    | "secretBox"
    | "untrustedProxies"
    | "upgrade"
    | "version"
  >,
): Promise<Instance> {
  return {
    baseUrl: app.baseUrl,
    version: app.version,
    transport: await effectiveSmtp(app),
    smtpEtag: await smtpEtag(app),
    database: engineOf(app.db).name,
    backupSchedule: app.backupSchedule,
    backupStatus: await backupStatus(app),
    certificateStatus: await certificateStatus(app),
    untrustedProxy: app.untrustedProxies.busiest(),
    upgradeUnfinished: !(await app.upgrade.isFinished(app)),
    databasePooler: await engineOf(app.db).hasPooler(app.db),
    relay: await relayStatus(app),
    requireAdminFactors: await areFactorsRequired(app),
  };
}
