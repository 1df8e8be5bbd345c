import { newUser } from "../domain/accounts/new-user.ts";
import { beginFlow } from "../domain/codes/one-time-code.ts";
import { enqueueMail, type ProjectMailKind } from "../domain/mail/enqueue-mail.ts";
import type { Project } from "../domain/projects/project.ts";
import { insertUser } from "../storage/users.ts";
import type { LanguageTag } from "../wording/languages.ts";
import type { TestApp } from "./test-app.ts";

/** What each kind needs besides a user: their id, and what the email is about. */
const KINDS: Readonly<Record<ProjectMailKind, "flow" | "time" | "text">> = {
  verify_email: "text",
  reset_password: "text",
  invite_user: "text",
  delete_account: "text",
  change_email: "text",
  email_code: "flow",
  factor_code: "flow",
  account_exists: "text",
  email_changed: "text",
  password_changed: "text",
  method_linked: "text",
  method_removed: "text",
  factor_changed: "text",
  new_device: "text",
  deletion_scheduled: "time",
};

export const projectMailKinds = Object.keys(KINDS) as ProjectMailKind[];

/**
 * Queues one email of every kind that a project sends, each to `<kind>@users.example`, for users of this language. Those
 * that somebody asked for were asked for in it.
 */
export async function enqueueEveryMail(
  { app }: TestApp,
  project: Project,
  language?: LanguageTag,
): Promise<void> {
  for (const kind of projectMailKinds) {
    const recipient = `${kind}@${language ?? ""}${language ? "." : ""}users.example`.toLowerCase();
    // The new address of a change of address belongs to nobody yet.
    const email = kind === "change_email" ? `before-${recipient}` : recipient;
    const due = app.clock() + 86_400_000;
    const isScheduled = KINDS[kind] === "time";
    const user = newUser(app, project, { email, displayName: "Ada", locale: language ?? null });
    await insertUser(app.db, { ...user, deletionDueAt: isScheduled ? due : null });
    const detail = isScheduled ? String(due) : await flowOf(app, project, kind, recipient);
    const about = { userId: user.id, ...(detail && { detail }) };
    await enqueueMail(app, project.id, { kind, recipient, language, ...about });
  }
}

async function flowOf(app: TestApp["app"], project: Project, kind: ProjectMailKind, address: string) {
  if (KINDS[kind] !== "flow") return undefined;
  const purpose = kind === "email_code" ? "sign_in" : "add_factor";
  return beginFlow(app, project, { purpose, address, challenge: "c", device: { ip: "", userAgent: "" } });
}
