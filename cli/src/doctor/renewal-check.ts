import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type Check, checkOf } from "./check.ts";

const ACME_REMEDY =
  "each host must resolve to this server and be reachable from the internet on port 80; the server retries automatically";
const FILES_REMEDY = "fix the files in tls_cert_file and tls_key_file; the server reloads them automatically";

/** Whether the server renews its certificate; undefined where it has none of its own. */
export function renewalCheck({ certificate }: GetInstanceResponseJson, now: number): Check | undefined {
  if (certificate === undefined) return undefined;
  const check = checkOf("certificate", "certificate renewal");
  const {
    source,
    names = [],
    notAfter,
    renewAt,
    failures = 0,
    lastFailure = "",
    nextAttemptAt,
  } = certificate;
  const isAcme = source === "CERTIFICATE_SOURCE_ACME";
  const remedy = isAcme ? ACME_REMEDY : FILES_REMEDY;
  const hosts = names.join(", ");
  const next = nextAttemptAt === undefined ? "" : `, next attempt ${nextAttemptAt}`;
  const failed = failures === 0 ? "" : `; the last attempt failed: ${lastFailure}${next}`;
  if (notAfter === undefined) return check.failure(`${hosts}: none yet${failed}`, remedy);
  if (Date.parse(notAfter) <= now) return check.failure(`${hosts}: expired ${notAfter}${failed}`, remedy);
  if (failures > 0) return check.warning(`${hosts}: valid until ${notAfter}${failed}`, remedy);
  return check.ok(`${hosts}: ${isAcme ? `renews at ${renewAt}` : `from files, valid until ${notAfter}`}`);
}
