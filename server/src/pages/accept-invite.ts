import { AdminAccountService, type InspectInviteResponse } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type Admin, AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { html } from "../wire/html.ts";
import type { TextKey } from "../wording/words.ts";
import { form, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import {
  type PasswordFieldState,
  passwordChoice,
  passwordField,
  passwordMistake,
  typedPassword,
} from "./password-field.ts";
import { emphasizedEmail, leftToRight, paragraphs, plainText } from "./sentences.ts";

const POLICY = { minLength: 12, allowCommon: false };

/** Where an invited administrator chooses a password. It belongs to the server, not to a project. */
export const acceptInvitePage: Page = {
  name: "accept-invite",
  show: (visit, query) => ask(visit, requireToken(query), {}),
  async submit(visit, fields) {
    const token = requireToken(fields);
    const typed = typedPassword(fields);
    if (typed) return ask(visit, token, { typed });
    const password = fields.get("password") ?? "";
    try {
      const { admin } = await visit.call(AdminAccountService.method.acceptInvite, { token, password });
      return invitationAcceptedView(visit, admin);
    } catch (error) {
      return ask(visit, token, { problem: passwordMistake(visit, error) });
    }
  },
  afterDeadLink: (visit) => html`
${paragraphs(visit, "page.accept_invite.dead_link_accepted")}
${paragraphs(visit, "page.accept_invite.dead_link_new")}`,
};

/** Looks at the invitation first: one that is dead is told before a password is chosen. */
async function ask(visit: Visit, token: string, state: PasswordFieldState): Promise<View> {
  const invite = await visit.call(AdminAccountService.method.inspectInvite, { token });
  return acceptInviteView(visit, { ...invite, token }, state);
}

type Invite = Pick<InspectInviteResponse, "email" | "invitedBy" | "roles"> & { token: string };

export function acceptInviteView(
  visit: Visit,
  { token, email, invitedBy, roles }: Invite,
  state: PasswordFieldState,
): View {
  const field = passwordField(visit, plainText(visit, "page.password.label"), POLICY, state);
  const button = html`<button>${plainText(visit, "page.accept_invite.button")}</button>`;
  const host = html`<strong>${leftToRight(new URL(visit.baseUrl).host)}</strong>`;
  return {
    ...(state.problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: plainText(visit, "page.accept_invite.heading"),
    body: html`
${paragraphs(visit, "page.accept_invite.body", { host })}
${paragraphs(visit, "page.accept_invite.invited", { inviter: leftToRight(invitedBy), email: emphasizedEmail(email) })}
${paragraphs(visit, "page.accept_invite.role", { roles: html`<strong>${rolesOf(visit, { roles })}</strong>` })}
${form(visit, acceptInvitePage, html`${tokenField(token)}${passwordChoice(visit, field, button, state)}`)}`,
  };
}

const ROLES: Readonly<Partial<Record<AdminRole, TextKey>>> = {
  [AdminRole.OWNER]: "page.accept_invite.owner",
  [AdminRole.ADMINISTRATOR]: "page.accept_invite.administrator",
  [AdminRole.SUPPORT]: "page.accept_invite.support",
  [AdminRole.VIEWER]: "page.accept_invite.viewer",
};

/** "Owner (this server)", or "Support (demo) and Viewer (other)" */
function rolesOf(visit: Visit, admin: Pick<Admin, "roles"> | undefined): string {
  const roles = (admin?.roles ?? []).map(({ project: slug, role }) => {
    const key = ROLES[role];
    const project = slug || plainText(visit, "page.accept_invite.this_server");
    const values = { role: key ? plainText(visit, key) : "", project };
    return plainText(visit, "page.accept_invite.role_of_project", values);
  });
  return visit.wording.list(roles);
}

export function invitationAcceptedView(
  visit: Visit,
  admin: Pick<Admin, "email" | "roles"> | undefined,
): View {
  const email = emphasizedEmail(admin?.email ?? "");
  const console = html`<a href="/console/">${plainText(visit, "page.accept_invite.console")}</a>`;
  const roles = html`<strong>${rolesOf(visit, admin)}</strong>`;
  const command = html`<code dir="ltr">svc login ${visit.baseUrl}</code>`;
  return {
    icon: "done",
    heading: plainText(visit, "page.accept_invite.done_heading"),
    body: html`
${paragraphs(visit, "page.accept_invite.done", { email, console })}
${paragraphs(visit, "page.accept_invite.role", { roles })}
${paragraphs(visit, "page.accept_invite.token", { command })}
${paragraphs(visit, "page.close")}`,
  };
}
