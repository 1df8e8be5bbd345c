import type { App } from "../../app.ts";
import { findCertificate } from "../../storage/certificates.ts";
import type { Millis } from "../../storage/db.ts";
import { renewAt } from "./certificate-row.ts";

/** What people are told about the certificate of the server. */
export type CertificateStatus = Readonly<{
  source: "acme" | "files";
  names: readonly string[];
  /** None until one is issued. */
  notAfter?: Millis | undefined;
  renewAt?: Millis | undefined;
  /** Since the one in use came. */
  failures: number;
  lastFailure?: Readonly<{ at: Millis; why: string }> | undefined;
  nextAttemptAt?: Millis | undefined;
}>;

/** Undefined where a proxy speaks HTTPS, or nobody does. */
export async function certificateStatus(
  app: Pick<App, "db" | "https">,
): Promise<CertificateStatus | undefined> {
  const { https } = app;
  if (!https) return undefined;
  if (https.kind === "files") {
    const status = https.status();
    return { source: "files", ...status, failures: status.lastFailure ? 1 : 0 };
  }
  const row = await findCertificate(app.db, https.authority.directory, https.domains.join(","));
  const common = { source: "acme", names: https.domains } as const;
  if (!row) return { ...common, failures: 0 };
  const hasFailed = row.lastError !== null && row.lastErrorAt !== null;
  return {
    ...common,
    notAfter: row.notAfter ?? undefined,
    renewAt: renewAt(row),
    failures: hasFailed ? row.attempts : 0,
    ...(hasFailed && {
      lastFailure: { at: row.lastErrorAt ?? 0, why: row.lastError ?? "" },
      nextAttemptAt: row.nextAttemptAt,
    }),
  };
}
