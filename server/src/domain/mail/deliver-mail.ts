import type { App } from "../../app.ts";
import type { Millis, OutboxMail } from "../../storage/db.ts";
import { endWithNewestCode } from "../../storage/one-time-codes.ts";
import {
  claimMail,
  finishMail,
  giveUpMail,
  hasNewerMail,
  hasNewerMailAbout,
  keepClaimedMail,
  listDueMail,
  retryMailAt,
} from "../../storage/outbox.ts";
import { findProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import type { CodePurpose } from "../codes/one-time-code.ts";
import { effectiveSmtp } from "../instance/smtp-settings.ts";
import { readProject } from "../projects/project.ts";
import { addressInstanceMail } from "./address-instance-mail.ts";
import type { AddressedMail } from "./address-mail.ts";
import { type ComposedMail, composeInstanceMail, composeMail } from "./compose-mail.ts";
import { BACK_OFF_MS, GIVE_UP_AFTER_MS } from "./mail-retries.ts";
import type { MailTransport } from "./mail-transport.ts";
import type { MailOutcome } from "./mailer.ts";
import { noteBounce } from "./note-bounce.ts";
import { redactLink } from "./redact-link.ts";
import { relayAnswer } from "./relay-answer.ts";
import { forgetRelayFailures, hasRelayFailed, noteRelayFailed } from "./relay-status.ts";
import { addressUnlessBouncing, suppressMail } from "./suppress-mail.ts";
import { ALL_LINKS } from "./void-links.ts";

export type Deliveries = { sent: number; failed: number; skipped: number };

type MailApp = Pick<
  App,
  "baseUrl" | "clock" | "configuredSmtp" | "db" | "log" | "mailer" | "metrics" | "newId" | "secretBox"
>;

const CONCURRENCY = 3;
const BATCH = 30;
/** The kinds that a newer email replaces. A notice is about one event, so it is not replaced. */
const SUPERSEDED: ReadonlySet<string> = new Set([...ALL_LINKS, "account_exists", "invite_admin"]);
/** Longer than any attempt: the mailer aborts one after a minute. */
export const LEASE_MS = 120_000;
const MAX_WHY = 300;

/**
 * Sends due emails. Any number of workers may do this at once, because each email is claimed by one of them. If a
 * process dies after the relay accepted an email and before we marked it as sent, it is sent again when the claim
 * expires. The other order would lose it.
 */
export async function deliverDueMail(app: MailApp, signal?: AbortSignal): Promise<Deliveries> {
  const total: Deliveries = { sent: 0, failed: 0, skipped: 0 };
  for (;;) {
    const due = signal?.aborted ? [] : await listDueMail(app.db, app.clock(), BATCH);
    if (due.length === 0) return total;
    const transport = await effectiveSmtp(app);
    const before = sumOf(total);
    const queue = due.values();
    const worker = async (): Promise<void> => {
      for (const mail of queue) {
        if (signal?.aborted) return;
        const claimed = await claimMail(app.db, mail, app.clock() + LEASE_MS);
        if (claimed) total[await deliver(app, transport, claimed)] += 1;
      }
    };
    await allSettled(Array.from({ length: CONCURRENCY }, worker));
    if (sumOf(total) === before) return total;
  }
}

async function deliver(app: MailApp, transport: MailTransport, mail: OutboxMail): Promise<keyof Deliveries> {
  // A newer link voids this one, so only the last of several requests needs an email.
  if (await isSuperseded(app, mail)) return finish(app, mail, "skipped");
  const attempt = await tryToSend(app, transport, mail);
  // It waits as the others do: otherwise an outage would tell which addresses have an account.
  if (attempt === "withheld" && (await hasRelayFailed(app))) {
    await putOff(app, mail, { kind: "failed", why: "withheld while the relay fails" }, null);
    return "failed";
  }
  if (attempt === undefined || attempt === "withheld") {
    await endFlow(app, mail);
    if (attempt === "withheld" && (await suppressMail(app, mail))) return "skipped";
    return finish(app, mail, "skipped");
  }
  app.metrics.mailAttempt(attempt.outcome.kind);
  if (attempt.outcome.kind === "accepted") {
    await forgetRelayFailures(app);
    await endFlow(app, mail);
    return finish(app, mail, "sent", attempt.outcome.answer);
  }
  if (attempt.outcome.kind === "failed") await noteRelayFailed(app, attempt.outcome.why.slice(0, MAX_WHY));
  await putOff(app, mail, attempt.outcome, attempt.userId);
  if (attempt.outcome.kind === "refused") await noteBounce(app, mail, attempt.outcome);
  return "failed";
}

/**
 * A code is replaced by a newer one of its flow only: the flows of one address belong to different devices. If the newer
 * one was sent while this one waited for the relay, a new code in this one would void it.
 */
async function isSuperseded({ db }: Pick<MailApp, "db">, mail: OutboxMail): Promise<boolean> {
  if (purposeOfCode(mail.kind)) return hasNewerMailAbout(db, mail);
  return SUPERSEDED.has(mail.kind) && hasNewerMail(db, mail);
}

/**
 * The email of a code has left, or never will: its flow is not needed for longer than the code. Without a code it goes
 * on, unless it is told when to end.
 */
export async function endFlow(
  { db }: Pick<MailApp, "db">,
  { kind, projectId, detail }: OutboxMail,
  endsWithoutCode?: Millis,
): Promise<void> {
  const purpose = purposeOfCode(kind);
  if (!purpose || projectId === null) return;
  await endWithNewestCode(db, { projectId, id: detail ?? "", purpose }, endsWithoutCode);
}

function purposeOfCode(kind: string): CodePurpose | undefined {
  if (kind === "email_code") return "sign_in";
  return kind === "factor_code" ? "add_factor" : undefined;
}

/** The email was withdrawn while its link was created. The transaction rolls the link back. */
class MailWithdrawnError extends Error {
  override readonly name = "MailWithdrawnError";
}

type Attempt = { outcome: MailOutcome; userId: string | null };

/** Returns undefined when the email is no longer needed. The failure contains neither the link nor the relay's password. */
async function tryToSend(
  app: MailApp,
  transport: MailTransport,
  mail: OutboxMail,
): Promise<Attempt | "withheld" | undefined> {
  try {
    const prepared = await prepare(app, transport, mail);
    if (!prepared) return undefined;
    if (prepared.isWithheld) return "withheld";
    const { to, link, code, userId, subject, text, html, sender } = prepared;
    // Each attempt has its own id: mailboxes drop a second email with the same id, and only the second has the valid link.
    const id = `${mail.id}.${mail.attempts}`;
    const outcome = await app.mailer.send(
      { id, at: app.clock(), to, ...sender, subject, text, html, link, code: code?.code },
      transport,
    );
    const readable = (reply: string) => relayAnswer(redactLink(reply, link, code?.code), transport, to);
    if (outcome.kind === "accepted") {
      return { outcome: { kind: "accepted", answer: readable(outcome.answer) }, userId };
    }
    return { outcome: { ...outcome, why: readable(outcome.why).slice(0, MAX_WHY) }, userId };
  } catch (error) {
    if (error instanceof MailWithdrawnError) return undefined;
    const why = relayAnswer(redactLink(String(error), undefined), transport, mail.recipient);
    return { outcome: { kind: "failed", why }, userId: mail.userId };
  }
}

/** The recipient, link and text of an email; undefined when it is no longer needed. */
async function prepare(
  app: MailApp,
  transport: MailTransport,
  mail: OutboxMail,
): Promise<(AddressedMail & ComposedMail) | undefined> {
  if (mail.projectId === null) {
    const addressed = await addressInstanceMail(app, mail);
    return addressed && { ...addressed, ...(await composeInstanceMail(app, transport, mail, addressed)) };
  }
  const row = await findProject(app.db, mail.projectId);
  if (!row) return undefined;
  const project = readProject(row);
  const addressed = await transact(app, async (app) => {
    const addressed = await addressUnlessBouncing(app, project, mail);
    // After storing the link: a transaction that voids links either waits for this one or has already deleted the queued mail.
    if (addressed && !(await keepClaimedMail(app.db, mail))) throw new MailWithdrawnError();
    return addressed;
  });
  return addressed && { ...addressed, ...(await composeMail(app, transport, project, mail, addressed)) };
}

async function finish(
  app: MailApp,
  mail: OutboxMail,
  as: "sent" | "skipped",
  answer?: string,
): Promise<"sent" | "skipped"> {
  await finishMail(app.db, mail.id, app.clock(), answer?.slice(0, MAX_WHY) ?? null);
  return as;
}

async function putOff(
  app: MailApp,
  mail: OutboxMail,
  outcome: { kind: "refused" | "failed"; why: string },
  userId: string | null,
): Promise<void> {
  const now = app.clock();
  const why = outcome.why.slice(0, MAX_WHY);
  const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, detail: why };
  const isOver = outcome.kind === "refused" || now - mail.createdAt >= GIVE_UP_AFTER_MS;
  if (!isOver) {
    const wait = BACK_OFF_MS[Math.min(mail.attempts, BACK_OFF_MS.length) - 1] ?? 0;
    await retryMailAt(app.db, mail, now + wait, why);
    app.log("warn", "mail not sent, will be tried again", { ...facts, waitSeconds: wait / 1000 });
    return;
  }
  const gaveUp = await transact(app, async (app) => {
    if (!(await giveUpMail(app.db, mail, now, why))) return false;
    await recordEvent(app, {
      kind: "mail.gave_up",
      projectId: mail.projectId,
      by: systemActor,
      ...(userId === null ? {} : { userId }),
      data: { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason: why },
    });
    return true;
  });
  if (!gaveUp) return;
  app.metrics.mailGaveUp();
  await endFlow(app, mail);
  app.log("error", "mail given up", facts);
}

function sumOf({ sent, failed, skipped }: Deliveries): number {
  return sent + failed + skipped;
}

/** Waits for all, even when one fails, so that nothing keeps running after the caller returns. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
}
