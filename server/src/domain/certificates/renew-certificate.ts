import { createPrivateKey, X509Certificate } from "node:crypto";
import type { App } from "../../app.ts";
import { deleteExpiredAcmeChallenges, putAcmeChallenge } from "../../storage/acme.ts";
import {
  claimCertificate,
  findCertificate,
  insertCertificate,
  updateCertificate,
} from "../../storage/certificates.ts";
import type { Certificate, Millis } from "../../storage/db.ts";
import { accountKey } from "./account-key.ts";
import { renewAt, sealedPlace } from "./certificate-row.ts";
import type { AcmeHttps, CertificatePair, IssueOutcome } from "./https.ts";

type RenewingApp = Pick<App, "clock" | "db" | "log" | "newId" | "secretBox">;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Authorities block a name after about five failures within an hour. */
const FIRST_WAIT_MS = 2 * MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const MAX_RETRY_AFTER_MS = 7 * DAY_MS;
/** Authorities limit certificates for the same names per week. This minimum prevents a wrong clock from using them up. */
const MIN_INTERVAL_MS = 2 * DAY_MS;
const ATTEMPT_MS = 4 * MINUTE_MS;
const CLAIM_MS = 5 * MINUTE_MS;
const CHALLENGE_MS = HOUR_MS;

/**
 * Orders a certificate when there is none or it is due for renewal, unless another replica is doing so. An attempt is
 * stored before it begins, so that it is not repeated at once after a crash. Returns whether there is a new
 * certificate.
 */
export async function renewCertificate(
  app: RenewingApp,
  https: AcmeHttps,
  signal?: AbortSignal,
): Promise<boolean> {
  const row = await rowOf(app, https);
  if (!isDue(row, app.clock())) return false;
  const wait = waitAfter(row.attempts + 1);
  const claimed = await claimCertificate(app.db, row, app.clock() + Math.max(CLAIM_MS, wait));
  if (!claimed) return false;

  const outcome = await order(app, https, signal);
  if (signal?.aborted && outcome.kind === "refused") {
    await updateCertificate(app.db, claimed, { attempts: row.attempts, nextAttemptAt: row.nextAttemptAt });
    return false;
  }
  const pair = outcome.kind === "issued" ? check(outcome) : outcome;
  if (pair.kind === "refused") {
    await postpone(app, claimed, pair);
    return false;
  }
  await store(app, claimed, pair);
  return true;
}

async function rowOf(
  app: RenewingApp,
  { authority: { directory }, domains }: AcmeHttps,
): Promise<Certificate> {
  const names = domains.join(",");
  const fresh: Certificate = {
    id: app.newId(),
    directory,
    names,
    chain: null,
    privateKeySealed: null,
    notBefore: null,
    notAfter: null,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    lastErrorAt: null,
  };
  const found = await findCertificate(app.db, directory, names);
  if (found) return found;
  await insertCertificate(app.db, fresh);
  return (await findCertificate(app.db, directory, names)) ?? fresh;
}

function isDue(row: Certificate, now: Millis): boolean {
  // A later time than the maximum was stored while the clock was ahead.
  const isWaiting = row.nextAttemptAt > now && row.nextAttemptAt <= now + MAX_RETRY_AFTER_MS;
  const at = renewAt(row);
  return !isWaiting && (at === undefined || now >= at);
}

function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
}

async function order(app: RenewingApp, https: AcmeHttps, signal?: AbortSignal): Promise<IssueOutcome> {
  const { authority, domains, email } = https;
  await deleteExpiredAcmeChallenges(app.db, app.clock());
  const request = {
    domains,
    email,
    accountKey: await accountKey(app, authority.directory),
    publishChallenge: (token: string, answer: string) =>
      putAcmeChallenge(app.db, token, answer, app.clock() + CHALLENGE_MS),
  };
  const limit = AbortSignal.timeout(ATTEMPT_MS);
  return authority.issue(request, signal ? AbortSignal.any([limit, signal]) : limit);
}

type Checked = CertificatePair & { kind: "issued"; notBefore: Millis; notAfter: Millis };

/** An unusable certificate is not stored, so that the current one stays in use. */
function check({ chain, privateKey }: CertificatePair): Checked | (IssueOutcome & { kind: "refused" }) {
  try {
    const leaf = new X509Certificate(chain);
    if (!leaf.checkPrivateKey(createPrivateKey(privateKey))) throw new Error("it is for another key");
    const [notBefore, notAfter] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()];
    return { kind: "issued", chain, privateKey, notBefore, notAfter };
  } catch (error) {
    return { kind: "refused", why: `the authority sent a certificate that cannot be used: ${error}` };
  }
}

async function postpone(
  app: RenewingApp,
  claimed: Certificate,
  { why, retryAfterMs = 0 }: IssueOutcome & { kind: "refused" },
): Promise<void> {
  const now = app.clock();
  const wait = Math.min(Math.max(waitAfter(claimed.attempts), retryAfterMs), MAX_RETRY_AFTER_MS);
  const lastError = why.replace(/\s+/g, " ").slice(0, 1000);
  await updateCertificate(app.db, claimed, { nextAttemptAt: now + wait, lastError, lastErrorAt: now });
  app.log("error", "no certificate", {
    names: claimed.names,
    detail: lastError,
    failures: claimed.attempts,
    nextAttemptInSeconds: Math.round(wait / 1000),
  });
}

async function store(
  app: RenewingApp,
  claimed: Certificate,
  { chain, privateKey, notBefore, notAfter }: Checked,
): Promise<void> {
  const rest = Math.min(MIN_INTERVAL_MS, (notAfter - notBefore) / 3);
  await updateCertificate(app.db, claimed, {
    chain,
    privateKeySealed: app.secretBox.seal(privateKey, sealedPlace(claimed)),
    notBefore,
    notAfter,
    attempts: 0,
    nextAttemptAt: app.clock() + Math.floor(rest),
    lastError: null,
    lastErrorAt: null,
  });
  const validUntil = new X509Certificate(chain).validToDate.toISOString();
  app.log("info", "certificate issued", { names: claimed.names, validUntil });
}
