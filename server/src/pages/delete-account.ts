import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { describedBy, form, mistake, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";

/** With a link's token it deletes; without one it sends the link. App stores demand the latter of every app. */
export const deleteAccountPage: Page = {
  name: "delete-account",
  async show(visit, query) {
    if (!query.has("token")) return askForEmail(visit);
    const token = requireToken(query);
    await inspectLink(visit, "delete_account", token);
    return deleteAccountView(visit, token);
  },
  submit: (visit, fields) =>
    fields.has("token")
      ? deleteAccount(visit, requireToken(fields), fields.get("sure") === "yes")
      : sendLink(visit, (fields.get("email") ?? "").trim()),
  afterDeadLink: () => html`
<p>If you have already deleted your account, there is nothing left to do. If not, ask for a new link.</p>
<p class="action"><a class="button" href="delete-account">Ask for a new link</a></p>`,
};

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/;

const WHAT_GOES = html`
<ul>
<li>Your profile: name, picture and email address</li>
<li>Every way to sign in: password and linked accounts</li>
<li>All sessions: every device is signed out</li>
</ul>`;

function askForEmail({ brand }: Visit, typed = "", problem?: string): View {
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "bin",
    heading: `Delete your ${brand.name} account`,
    body: html`
<p>Enter the email address of your account. We will send you a link, and nothing is deleted until you open it and confirm.</p>
${form(
  deleteAccountPage,
  html`
<label for="email">Email address</label>
<input type="email" id="email" name="email" value="${typed}" required maxlength="320" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" ${describedBy("email", problem !== undefined)}>
${problem !== undefined && mistake("email-mistake", problem)}
<p class="hint" id="email-hint">The one you sign in to ${brand.name} with.</p>
<button>Send me the link</button>`,
)}
<div class="aside">
<p>Once you confirm, this is permanently deleted:</p>
${WHAT_GOES}
</div>`,
  };
}

/** Says the same whether or not there is such an account. */
async function sendLink(visit: Visit, email: string): Promise<View> {
  if (!LOOKS_LIKE_EMAIL.test(email)) {
    return askForEmail(visit, email, "Enter an email address, such as name@example.com");
  }
  await visit.call(AuthService.method.requestAccountDeletion, { email });
  return {
    icon: "mail",
    heading: "Check your inbox",
    body: html`
<p>If ${visit.brand.name} has an account for <strong>${email}</strong>, we have sent a link to that address. Open it to delete the account.</p>
<p class="quiet">Nothing after a few minutes? Look in your spam folder, and check that this is the address you signed up with.</p>`,
  };
}

export function deleteAccountView({ brand, config }: Visit, token: string, problem?: string): View {
  const { heading, button } = brand.wording("delete_account");
  const describe =
    problem !== undefined && html`aria-describedby="sure-mistake" aria-invalid="true" autofocus`;
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "bin",
    heading: heading || "Delete your account?",
    body: html`
<p>This permanently deletes your ${brand.name} account:</p>
${WHAT_GOES}
<p>${whenIsItGone(config)} A subscription bought in an app store continues until you cancel it there.</p>
${form(
  deleteAccountPage,
  html`${tokenField(token)}
<label class="check"><input type="checkbox" name="sure" value="yes" required ${describe}><span>Yes, permanently delete my account</span></label>
${problem !== undefined && mistake("sure-mistake", problem)}
<button class="danger">${button || "Delete my account"}</button>`,
)}`,
  };
}

function whenIsItGone({ deletionGraceDays: days }: Visit["config"]): string {
  if (days === 0) return "This cannot be undone.";
  const wait = days === 1 ? "1 day" : `${days} days`;
  return `You are signed out at once, and the account is deleted in ${wait}. If you change your mind, sign in before then.`;
}

async function deleteAccount(visit: Visit, token: string, isSure: boolean): Promise<View> {
  if (!isSure) return deleteAccountView(visit, token, "Tick the box to confirm that you are sure");
  const { deletionTime } = await visit.call(AuthService.method.confirmAccountDeletion, { token });
  if (deletionTime) return scheduledView(visit, timestampMs(deletionTime));
  return {
    icon: "done",
    heading: "Your account is deleted",
    body: html`
<p>Your ${visit.brand.name} account and everything in it is gone, and all devices are signed out.</p>
<p>You can close this page.</p>`,
  };
}

function scheduledView({ brand }: Visit, at: number): View {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return {
    icon: "done",
    heading: "Your account will be deleted",
    body: html`
<p>Your ${brand.name} account and everything in it will be deleted on <strong>${day.format(at)} UTC</strong>. All devices are signed out.</p>
<p>Do you want to keep it? Sign in to ${brand.name} before then.</p>
<p>You can close this page.</p>`,
  };
}
