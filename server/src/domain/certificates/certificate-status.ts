import type { App } from "../../app.ts";
import { findCertificate } from "../../storage/certificates.ts";
import type { Millis } from "../../storage/db.ts";
import { renewAt } from "./certificate-row.ts";

/** The status of the server's certificate, for the console and the command line. */
export type CertificateStatus = Readonly<{
  source: "acme" | "files";
  names: readonly string[];
  /** Undefined until a certificate is issued. */
  notAfter?: Millis | undefined;
  renewAt?: Millis | undefined;
  /** Since the current certificate was issued. */
  failures: number;
  lastFailure?: Readonly<{ at: Millis; why: string }> | undefined;
  nextAttemptAt?: Millis | undefined;
}>;

/** Undefined if the server itself does not serve HTTPS. */
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
