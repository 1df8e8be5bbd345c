import type { App } from "../../app.ts";
import type { OutboxMail } from "../../storage/db.ts";
import { giveUpMail, retryMailAt } from "../../storage/outbox.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail } from "../../storage/users.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { type AddressedMail, addressMail } from "./address-mail.ts";
import type { ProjectMailKind } from "./enqueue-mail.ts";

/** They get their code all the same: a flow is answered alike whether or not its email leaves. */
const WITH_CODE: ReadonlySet<string> = new Set(["email_code", "factor_code"]);

/** As `addressMail`, but an email to an address that bounces is withheld, and gets no link that would void an older one. */
export async function addressUnlessBouncing(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): Promise<(AddressedMail & { kind: ProjectMailKind }) | undefined> {
  const user = await findUserByEmail(app.db, project.id, mail.recipient);
  if (!user || user.emailBouncedAt === null) return addressMail(app, project, mail);
  if (!WITH_CODE.has(mail.kind)) {
    return { kind: mail.kind as ProjectMailKind, to: mail.recipient, userId: user.id, isWithheld: true };
  }
  const addressed = await addressMail(app, project, mail);
  return addressed && { ...addressed, isWithheld: true };
}

/**
 * Ends a withheld email as suppressed if its address bounces. False when it was withheld for another reason. If the flag
 * was cleared meanwhile, the email is tried again at once.
 */
export function suppressMail(app: Pick<App, "clock" | "db" | "newId">, mail: OutboxMail): Promise<boolean> {
  return transact(app, async (app) => {
    const { id, projectId, recipient, kind } = mail;
    const user = projectId === null ? undefined : await findUserByEmail(app.db, projectId, recipient);
    if (!user) return false;
    const now = app.clock();
    if (user.emailBouncedAt === null) {
      await retryMailAt(app.db, mail, now, "the address does not bounce any more");
      return true;
    }
    const why = `the address bounces: ${user.emailBounceReason ?? ""}`.replace(/: $/, "");
    if (!(await giveUpMail(app.db, mail, now, why, "suppressed"))) return true;
    const data = { mail: id, kind, reason: "bounces" };
    await recordEvent(app, { kind: "mail.suppressed", projectId, userId: user.id, by: systemActor, data });
    return true;
  });
}
