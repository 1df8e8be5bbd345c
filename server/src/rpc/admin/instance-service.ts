import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { CertificateSource, type SmtpSettingsSchema, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import type { App } from "../../app.ts";
import { isAllowed } from "../../domain/admins/rights.ts";
import { listBackups } from "../../domain/backups/list-backups.ts";
import { startBackup } from "../../domain/backups/start-backup.ts";
import type { CertificateStatus } from "../../domain/certificates/certificate-status.ts";
import { describeInstance } from "../../domain/instance/describe-instance.ts";
import { sendTestEmail } from "../../domain/instance/send-test-email.ts";
import { clearSmtpSettings, effectiveSmtp, saveSmtpSettings } from "../../domain/instance/smtp-settings.ts";
import type { UntrustedProxy } from "../../domain/instance/untrusted-proxies.ts";
import { listMails } from "../../domain/mail/list-mails.ts";
import { mailSummary } from "../../domain/mail/mail-summary.ts";
import type { MailTransport } from "../../domain/mail/mail-transport.ts";
import { retryMails } from "../../domain/mail/retry-mails.ts";
import { adminActor } from "../context.ts";
import type { AdminInstanceHandlers } from "../methods/admin-accounts.ts";
import { encodeBackupList, encodeBackupStatus } from "./encode-backups.ts";
import { decodeMailState, encodeListedMail, encodeRelay } from "./encode-listed-mail.ts";

const SOURCES = {
  database: SmtpSource.DATABASE,
  config: SmtpSource.CONFIG,
  console: SmtpSource.CONSOLE,
} as const satisfies Record<MailTransport["source"], SmtpSource>;

export function instanceService(app: App): AdminInstanceHandlers {
  const startedAt = timestampFromMs(app.clock());
  return {
    async getInstance(_request, { adminCredential }) {
      const {
        transport,
        backupSchedule,
        backupStatus,
        certificateStatus,
        untrustedProxy,
        relay,
        ...instance
      } = await describeInstance(app);
      if (!isAllowed(adminCredential.rights, "owner:read")) {
        const { version, baseUrl } = instance;
        return { version, baseUrl, startedAt };
      }
      return {
        ...instance,
        smtp: encodeSmtp(transport),
        startedAt,
        mailRelay: encodeRelay(relay),
        ...(backupStatus.lastSuccess && { lastBackupAt: timestampFromMs(backupStatus.lastSuccess.at) }),
        ...(backupSchedule && { backups: encodeBackupStatus(backupSchedule, backupStatus) }),
        ...(certificateStatus && { certificate: encodeCertificate(certificateStatus) }),
        ...(untrustedProxy && { untrustedProxy: encodeUntrustedProxy(untrustedProxy) }),
      };
    },

    async setSmtp({ fromAddress, ...settings }, context) {
      await saveSmtpSettings(app, adminActor(context), { ...settings, from: fromAddress });
      return { smtp: encodeSmtp(await effectiveSmtp(app)) };
    },

    async clearSmtp(_request, context) {
      await clearSmtpSettings(app, adminActor(context));
      return { smtp: encodeSmtp(await effectiveSmtp(app)) };
    },

    async sendTestEmail({ to }, context) {
      const { transport, accepted, answer } = await sendTestEmail(app, adminActor(context), to);
      return { accepted, answer, smtp: encodeSmtp(transport) };
    },

    async listOutgoingMails({ state, ...page }) {
      const { items, nextPageToken } = await listMails(app, decodeMailState(state), page);
      return { mails: items.map(encodeListedMail), nextPageToken };
    },

    async getMailSummary() {
      const { relay, projects } = await mailSummary(app);
      const encoded = projects.map(({ slug, ...counts }) => ({ project: slug, ...counts }));
      return { relay: encodeRelay(relay), projects: encoded };
    },

    async retryOutgoingMails() {
      return { mails: await retryMails(app) };
    },

    async listBackups() {
      return encodeBackupList(await listBackups(app));
    },

    async startBackup(_request, context) {
      await startBackup(app, adminActor(context));
      return {};
    },
  };
}

const CERTIFICATE_SOURCES = {
  acme: CertificateSource.ACME,
  files: CertificateSource.FILES,
} as const satisfies Record<CertificateStatus["source"], CertificateSource>;

function encodeCertificate(status: CertificateStatus) {
  const { source, names, notAfter, renewAt, failures, lastFailure, nextAttemptAt } = status;
  return {
    source: CERTIFICATE_SOURCES[source],
    names: [...names],
    failures,
    lastFailure: lastFailure?.why ?? "",
    ...(notAfter !== undefined && { notAfter: timestampFromMs(notAfter) }),
    ...(renewAt !== undefined && { renewAt: timestampFromMs(renewAt) }),
    ...(lastFailure && { lastFailureAt: timestampFromMs(lastFailure.at) }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: timestampFromMs(nextAttemptAt) }),
  };
}

function encodeUntrustedProxy({ peer, requests, lastSeenAt }: UntrustedProxy) {
  return { peer, requests: BigInt(requests), lastSeenAt: timestampFromMs(lastSeenAt) };
}

function encodeSmtp(transport: MailTransport): MessageInitShape<typeof SmtpSettingsSchema> {
  const source = SOURCES[transport.source];
  if (transport.source === "console") return { source };
  const { host, port, username = "", password = "", from } = transport.smtp;
  return { source, host, port, username, hasPassword: password !== "", fromAddress: from };
}
