import type { App } from "../../app.ts";
import type { OutboxMail } from "../../storage/db.ts";
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
import { effectiveSmtp } from "../instance/smtp-settings.ts";
import { readProject } from "../projects/project.ts";
import { themeOf } from "../themes/current-theme.ts";
import { defaultTheme, type Theme } from "../themes/theme.ts";
import { addressInvite } from "./address-invite.ts";
import { type AddressedMail, addressMail } from "./address-mail.ts";
import type { MailTransport } from "./mail-transport.ts";
import type { MailOutcome } from "./mailer.ts";
import { redactLink } from "./redact-link.ts";
import { relayAnswer } from "./relay-answer.ts";
import { forgetRelayFailures, noteRelayFailed } from "./relay-status.ts";
import { renderMail, senderIn } from "./render-mail.ts";
import { ALL_LINKS } from "./void-links.ts";

export type Deliveries = { sent: number; failed: number; skipped: number };

type MailApp = Pick<
  App,
  "baseUrl" | "clock" | "configuredSmtp" | "db" | "log" | "mailer" | "newId" | "secretBox"
>;

const CONCURRENCY = 3;
const BATCH = 30;
/** The kinds that a newer email replaces. A notice is about one event, so it is not replaced. */
const SUPERSEDED: ReadonlySet<string> = new Set([...ALL_LINKS, "account_exists", "invite_admin"]);
/** Longer than any attempt: the mailer aborts one after a minute. */
export const LEASE_MS = 120_000;
const MAX_WHY = 300;
const BACK_OFF_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

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
  if (attempt === undefined) return finish(app, mail, "skipped");
  if (attempt.outcome.kind === "accepted") {
    await forgetRelayFailures(app);
    return finish(app, mail, "sent", attempt.outcome.answer);
  }
  if (attempt.outcome.kind === "failed") await noteRelayFailed(app, attempt.outcome.why.slice(0, MAX_WHY));
  await putOff(app, mail, attempt.outcome, attempt.userId);
  return "failed";
}

/**
 * A code is replaced by a newer one of its flow only: the flows of one address belong to different devices. If the newer
 * one was sent while this one waited for the relay, a new code in this one would void it.
 */
async function isSuperseded({ db }: Pick<MailApp, "db">, mail: OutboxMail): Promise<boolean> {
  if (mail.kind === "email_code") return hasNewerMailAbout(db, mail);
  return SUPERSEDED.has(mail.kind) && hasNewerMail(db, mail);
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
): Promise<Attempt | undefined> {
  try {
    const addressed = await address(app, mail);
    if (!addressed) return undefined;
    const { kind, to, link, code, userId, theme } = addressed;
    const rendered = renderMail(kind, theme, { link, code, detail: mail.detail });
    // Each attempt has its own id: mailboxes drop a second email with the same id, and only the second has the valid link.
    const id = `${mail.id}.${mail.attempts}`;
    const headers = mail.projectId === null ? {} : senderIn(theme);
    const outcome = await app.mailer.send(
      { id, at: app.clock(), to, link, ...headers, ...rendered },
      transport,
    );
    const readable = (reply: string) => relayAnswer(redactLink(reply, link), transport, to);
    if (outcome.kind === "accepted") {
      return { outcome: { kind: "accepted", answer: readable(outcome.answer) }, userId };
    }
    return { outcome: { kind: outcome.kind, why: readable(outcome.why) }, userId };
  } catch (error) {
    if (error instanceof MailWithdrawnError) return undefined;
    const why = relayAnswer(redactLink(String(error), undefined), transport, mail.recipient);
    return { outcome: { kind: "failed", why }, userId: mail.userId };
  }
}

/** The recipient and link of an email, with the theme of its project, or of the server if it has none. */
async function address(
  app: MailApp,
  mail: OutboxMail,
): Promise<(AddressedMail & { theme: Theme }) | undefined> {
  if (mail.projectId === null) {
    const invite = await addressInvite(app, mail);
    return invite && { ...invite, theme: { ...defaultTheme, productName: "svc" } };
  }
  const row = await findProject(app.db, mail.projectId);
  if (!row) return undefined;
  const project = readProject(row);
  const addressed = await transact(app, async (app) => {
    const addressed = await addressMail(app, project, mail);
    // After storing the link: a transaction that voids links either waits for this one or has already deleted the queued mail.
    if (addressed && !(await keepClaimedMail(app.db, mail))) throw new MailWithdrawnError();
    return addressed;
  });
  // Without the theme's logo and font: an email loads nothing, so that opening it cannot be tracked.
  return addressed && { ...addressed, theme: await themeOf(app, project) };
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
  if (gaveUp) app.log("error", "mail given up", facts);
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
