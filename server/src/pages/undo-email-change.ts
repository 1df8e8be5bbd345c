import { AuthService, type UndoEmailChangeResponse } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { html } from "../wire/html.ts";
import { contact } from "./contact.ts";
import { inspectLink } from "./email-link.ts";
import { form, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { resetView } from "./reset.ts";
import { type Methods, NO_METHODS } from "./reviewed-methods.ts";
import { emphasizedEmail, inOneLine, paragraphs, plainText, sentence } from "./sentences.ts";

/** Where the owner of an account's former address takes the account back. */
export const undoEmailChangePage: Page = {
  name: "undo-email-change",
  async show(visit, query) {
    const token = requireToken(query);
    const { email } = await inspectLink(visit, "undo_email_change", token);
    return undoView(visit, token, email);
  },
  async submit(visit, fields) {
    const token = requireToken(fields);
    try {
      return choosePassword(visit, await visit.call(AuthService.method.undoEmailChange, { token }));
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
      return oldAddressInUseView(visit);
    }
  },
  afterDeadLink: (visit) => html`
${paragraphs(visit, "page.undo.dead_link_undone")}
<p>${inOneLine(visit, [sentence(visit, "page.undo.dead_link_not"), contact(visit)])}</p>`,
};

export function undoView(visit: Visit, token: string, email: string): View {
  const effects = [
    sentence(visit, "page.undo.effect_address", { email: emphasizedEmail(email) }),
    sentence(visit, "page.undo.effect_devices"),
    sentence(visit, "page.undo.effect_methods"),
    sentence(visit, "page.undo.effect_password"),
  ];
  const button = html`<button>${plainText(visit, "page.undo.button")}</button>`;
  return {
    icon: "mail",
    heading: plainText(visit, "page.undo.heading"),
    body: html`
${paragraphs(visit, "page.undo.body")}
<ul>
${effects.map((effect) => html`<li>${effect}</li>\n`)}</ul>
${form(visit, undoEmailChangePage, html`${tokenField(token)}${button}`)}
<div class="aside">
${paragraphs(visit, "page.undo.by_you")}
</div>`,
  };
}

/** The change is undone by now, so nothing may keep the visitor from the form: without the list the defaults hold. */
async function choosePassword(
  visit: Visit,
  { resetToken: token, user }: UndoEmailChangeResponse,
): Promise<View> {
  const methods = await inspectLink(visit, "reset_password", token).catch(() => NO_METHODS);
  return undoneView(visit, token, methods, user?.email || undefined);
}

export function undoneView(visit: Visit, token: string, methods: Methods, email: string | undefined): View {
  if (email === undefined) return resetView(visit, { token, methods });
  const undone = sentence(visit, "page.undo.done", { email: emphasizedEmail(email) });
  return resetView(visit, { token, methods, explanation: html`<p role="status">${undone}</p>` });
}

export function oldAddressInUseView(visit: Visit): View {
  return {
    status: 409,
    icon: "warning",
    heading: plainText(visit, "page.failure.in_use_heading"),
    body: html`
${paragraphs(visit, "page.undo.in_use")}
<p>${inOneLine(visit, [sentence(visit, "page.undo.get_back"), contact(visit)])}</p>`,
  };
}
