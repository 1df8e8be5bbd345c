import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { CertificateSource, type SmtpSettingsSchema, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import type { App } from "../../app.ts";
import { isAllowed, supportsAProject } from "../../domain/admins/rights.ts";
import { listBackups } from "../../domain/backups/list-backups.ts";
import { startBackup } from "../../domain/backups/start-backup.ts";
import type { CertificateStatus } from "../../domain/certificates/certificate-status.ts";
import { describeInstance } from "../../domain/instance/describe-instance.ts";
import { sendTestEmail } from "../../domain/instance/send-test-email.ts";
import {
  clearSmtpSettings,
  effectiveSmtp,
  saveSmtpSettings,
  smtpEtag,
} from "../../domain/instance/smtp-settings.ts";
import type { UntrustedProxy } from "../../domain/instance/untrusted-proxies.ts";
import type { MailTransport } from "../../domain/mail/mail-transport.ts";
import { adminActor } from "../context.ts";
import type { AdminInstanceHandlers } from "../methods/admin-accounts.ts";
import { encodeBackupList, encodeBackupStatus } from "./encode-backups.ts";
import { encodeRelay } from "./encode-listed-mail.ts";
import { outboxHandlers } from "./outbox-handlers.ts";

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
        smtpEtag,
        ...instance
      } = await describeInstance(app);
      if (!isAllowed(adminCredential.rights, "owner:read")) {
        const { version, baseUrl } = instance;
        const mailFailing = relay.isFailing && supportsAProject(adminCredential.rights);
        return { version, baseUrl, startedAt, mailFailing };
      }
      return {
        ...instance,
        smtp: { ...encodeSmtp(transport), etag: smtpEtag },
        startedAt,
        mailRelay: encodeRelay(relay),
        mailFailing: relay.isFailing,
        ...(backupStatus.lastSuccess && { lastBackupAt: timestampFromMs(backupStatus.lastSuccess.at) }),
        ...(backupSchedule && { backups: encodeBackupStatus(backupSchedule, backupStatus) }),
        ...(certificateStatus && { certificate: encodeCertificate(certificateStatus) }),
        ...(untrustedProxy && { untrustedProxy: encodeUntrustedProxy(untrustedProxy) }),
      };
    },

    async setSmtp({ fromAddress, allowedSenders, ...settings }, context) {
      const input = { ...settings, from: fromAddress, allowedSenders: allowedSenders?.senders };
      await saveSmtpSettings(app, adminActor(context), input);
      return { smtp: await describeSmtp(app) };
    },

    async clearSmtp(_request, context) {
      await clearSmtpSettings(app, adminActor(context));
      return { smtp: await describeSmtp(app) };
    },

    async sendTestEmail({ to }, context) {
      const { transport, accepted, answer } = await sendTestEmail(app, adminActor(context), to);
      return { accepted, answer, smtp: encodeSmtp(transport) };
    },

    ...outboxHandlers(app),

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
  const { host, port, username = "", password = "", from, allowedSenders = [] } = transport.smtp;
  const relay = { host, port, username, hasPassword: password !== "" };
  return { source, ...relay, fromAddress: from, allowedSenders: [...allowedSenders] };
}

async function describeSmtp(app: App): Promise<MessageInitShape<typeof SmtpSettingsSchema>> {
  return { ...encodeSmtp(await effectiveSmtp(app)), etag: await smtpEtag(app) };
}
