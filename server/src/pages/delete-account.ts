import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { describedBy, form, mistake, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import {
  emphasizedEmail,
  inOneLine,
  leftToRight,
  paragraphs,
  plainText,
  quietParagraphs,
  sentence,
} from "./sentences.ts";

/** With a link's token it deletes; without one it sends the link. App stores demand the latter of every app. */
export const deleteAccountPage: Page = {
  name: "delete-account",
  async show(visit, query) {
    if (!query.has("token")) return askForEmailView(visit);
    const token = requireToken(query);
    await inspectLink(visit, "delete_account", token);
    return deleteAccountView(visit, token);
  },
  submit: (visit, fields) =>
    fields.has("token")
      ? deleteAccount(visit, requireToken(fields), fields.get("sure") === "yes")
      : sendLink(visit, (fields.get("email") ?? "").trim()),
  afterDeadLink(visit) {
    const href = visit.lang === undefined ? "delete-account" : `delete-account?lang=${visit.lang}`;
    return html`
${paragraphs(visit, "page.delete_account.dead_link")}
<p class="action"><a class="button" href="${href}">${plainText(visit, "page.delete_account.dead_link_button")}</a></p>`;
  },
};

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The address of a form that was sent with something else in it. */
type MistypedEmail = Readonly<{ typed: string }>;

export function askForEmailView(visit: Visit, mistyped?: MistypedEmail): View {
  const example = leftToRight("name@example.com");
  const problem = mistyped && sentence(visit, "page.delete_account.email_mistake", { example });
  return {
    ...(mistyped && { status: 400, hasMistake: true }),
    icon: "bin",
    heading: plainText(visit, "page.delete_account.ask_heading"),
    body: html`
${paragraphs(visit, "page.delete_account.ask_body")}
${form(
  visit,
  deleteAccountPage,
  html`
<label for="email">${plainText(visit, "page.delete_account.email_label")}</label>
<input type="email" id="email" name="email" value="${mistyped?.typed ?? ""}" dir="ltr" required maxlength="320" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" ${describedBy("email", problem !== undefined)}>
${problem && mistake("email-mistake", problem)}
<p class="hint" id="email-hint">${sentence(visit, "page.delete_account.email_hint")}</p>
<button>${plainText(visit, "page.delete_account.ask_button")}</button>`,
)}
<div class="aside">
${paragraphs(visit, "page.delete_account.ask_effects")}
${effects(visit)}
</div>`,
  };
}

/** What goes with an account. */
function effects(visit: Visit): Html {
  return html`
<ul>
<li>${sentence(visit, "page.delete_account.effect_profile")}</li>
<li>${sentence(visit, "page.delete_account.effect_methods")}</li>
<li>${sentence(visit, "page.delete_account.effect_sessions")}</li>
</ul>`;
}

async function sendLink(visit: Visit, email: string): Promise<View> {
  if (!LOOKS_LIKE_EMAIL.test(email)) return askForEmailView(visit, { typed: email });
  await visit.call(AuthService.method.requestAccountDeletion, { email });
  return linkSentView(visit, email);
}

/** Says the same whether or not there is such an account. */
export function linkSentView(visit: Visit, email: string): View {
  return {
    icon: "mail",
    heading: plainText(visit, "page.delete_account.sent_heading"),
    body: html`
${paragraphs(visit, "page.delete_account.sent", { email: emphasizedEmail(email) })}
${quietParagraphs(visit, "page.delete_account.sent_nothing")}`,
  };
}

export function deleteAccountView(visit: Visit, token: string, isUnsure = false): View {
  const describe = isUnsure && html`aria-describedby="sure-mistake" aria-invalid="true" autofocus`;
  const subscription = sentence(visit, "page.delete_account.subscription");
  return {
    ...(isUnsure && { status: 400, hasMistake: true }),
    icon: "bin",
    heading: plainText(visit, "page.delete_account.heading"),
    body: html`
${paragraphs(visit, "page.delete_account.body")}
${effects(visit)}
<p>${inOneLine(visit, [whenIsItGone(visit), subscription])}</p>
${form(
  visit,
  deleteAccountPage,
  html`${tokenField(token)}
<label class="check"><input type="checkbox" name="sure" value="yes" required ${describe}><span>${plainText(visit, "page.delete_account.sure")}</span></label>
${isUnsure && mistake("sure-mistake", sentence(visit, "page.delete_account.sure_mistake"))}
<button class="danger">${plainText(visit, "page.delete_account.button")}</button>`,
)}`,
  };
}

const DAY_MS = 24 * 3_600_000;

function whenIsItGone(visit: Visit): Html {
  const { deletionGraceDays: days } = visit.config;
  if (days === 0) return sentence(visit, "page.delete_account.at_once");
  const lifetime = visit.wording.duration(days * DAY_MS, "day");
  return sentence(visit, "page.delete_account.later", { lifetime });
}

async function deleteAccount(visit: Visit, token: string, isSure: boolean): Promise<View> {
  if (!isSure) return deleteAccountView(visit, token, true);
  const { deletionTime } = await visit.call(AuthService.method.confirmAccountDeletion, { token });
  return deletionTime ? scheduledView(visit, timestampMs(deletionTime)) : deletedView(visit);
}

export function deletedView(visit: Visit): View {
  return {
    icon: "done",
    heading: plainText(visit, "page.delete_account.done_heading"),
    body: html`
${paragraphs(visit, "page.delete_account.done")}
${paragraphs(visit, "page.close")}`,
  };
}

export function scheduledView(visit: Visit, at: number): View {
  const time = html`<strong>${visit.wording.time(at)}</strong>`;
  return {
    icon: "done",
    heading: plainText(visit, "page.delete_account.scheduled_heading"),
    body: html`
${paragraphs(visit, "page.delete_account.scheduled", { time })}
${paragraphs(visit, "page.delete_account.keep")}
${paragraphs(visit, "page.close")}`,
  };
}
