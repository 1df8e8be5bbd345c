import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";
import { type EmailLink, inspectLink } from "./email-link.ts";
import { form, tokenField } from "./fields.ts";
import { openApp } from "./open-app.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { listedField, listedIn, methodList, methodNames } from "./reviewed-identities.ts";

export const verifyPage: Page = {
  name: "verify",
  show: (visit, query) => askAbout(visit, requireToken(query)),
  async submit(visit, fields) {
    const token = requireToken(fields);
    switch (fields.get("step")) {
      case "confirm":
        return confirm(visit, token, []);
      case "confirm-and-remove":
        return confirm(visit, token, listedIn(fields));
      case "not-me":
        return askToReject(visit, token);
      case "reject":
        return reject(visit, token);
      default:
        return askAbout(visit, token);
    }
  },
  afterDeadLink: ({ brand }) => html`
<p>If you have already confirmed your address, all is well: go back to ${brand.name} and sign in.</p>
<p>If not, ask for a new email in the app and use the link in the latest one.</p>`,
};

async function askAbout(visit: Visit, token: string): Promise<View> {
  return verifyView(visit, token, await inspectLink(visit, "verify_email", token));
}

export function verifyView(
  { brand }: Visit,
  token: string,
  { identities }: Pick<EmailLink, "identities">,
): View {
  const { heading, button } = brand.wording("verify_email");
  const confirmButton = html`<button name="step" value="confirm">${button || "Confirm my email address"}</button>`;
  return {
    icon: "mail",
    heading: heading || "Confirm your email address",
    body: html`
<p>Press the button to confirm that this address is yours and finish setting up your ${brand.name} account.</p>
${identities.length > 0 && addedBefore(identities)}
${form(
  verifyPage,
  html`${tokenField(token)}${identities.map(listedField)}${confirmButton}${removeButton(identities)}`,
)}
<div class="aside">
<p>Didn't sign up for ${brand.name}?</p>
${form(verifyPage, html`${tokenField(token)}<button class="plain" name="step" value="not-me">This wasn't me</button>`)}
</div>`,
  };
}

function addedBefore(identities: EmailLink["identities"]): Html {
  const [these, them] =
    identities.length === 1 ? ["This sign-in method was", "it"] : ["These sign-in methods were", "them"];
  return html`
<p>${these} added to the account before you confirmed this address:</p>
${methodList(identities)}
<p>If you didn't add ${them}, confirm your address and remove ${them}.</p>`;
}

function removeButton(identities: EmailLink["identities"]): Html | false {
  if (identities.length === 0) return false;
  const names = methodNames(identities.map(({ provider }) => provider));
  return html`<button class="plain" name="step" value="confirm-and-remove">Confirm and remove ${names}</button>`;
}

async function confirm(visit: Visit, token: string, removeProviders: readonly string[]): Promise<View> {
  const { brand, call } = visit;
  const request = { token, removeProviders: [...removeProviders] };
  const { user } = await call(AuthService.method.confirmEmailVerification, request);
  return {
    icon: "done",
    heading: "Your email address is confirmed",
    body: html`
${user?.email && html`<p>Thank you. <strong>${user.email}</strong> belongs to your ${brand.name} account now.</p>`}
${
  removeProviders.length > 0 &&
  html`<p>${methodNames(removeProviders)} can no longer be used to sign in to it.</p>`
}
<p>Go back to ${brand.name} to continue. You can close this page.</p>
${openApp(visit)}`,
  };
}

async function askToReject(visit: Visit, token: string): Promise<View> {
  const { rejectDeletesAccount } = await inspectLink(visit, "verify_email", token);
  const { name } = visit.brand;
  const [heading, explanation, button] = rejectDeletesAccount
    ? [
        "Delete this account?",
        `Someone signed up for ${name} with your email address. If it wasn't you, delete the account: ${name} will no longer use your address.`,
        "Delete the account",
      ]
    : [
        "Remove your address from this account?",
        `Someone used your email address for an account at ${name}. If it wasn't you, remove your address and the password from the account. The account itself stays, because it may belong to someone else.`,
        "Remove my address",
      ];
  return {
    icon: "bin",
    heading,
    body: html`
<p>${explanation}</p>
${form(
  verifyPage,
  html`${tokenField(token)}<button class="danger" name="step" value="reject">${button}</button>`,
)}
${form(verifyPage, html`${tokenField(token)}<button class="plain" name="step" value="back">Go back</button>`)}`,
  };
}

/** Says what has happened, which may differ from what was announced when the account has changed since. */
async function reject({ brand, call }: Visit, token: string): Promise<View> {
  const { accountDeleted } = await call(AuthService.method.rejectEmailVerification, { token });
  if (accountDeleted) {
    return {
      icon: "done",
      heading: "The account is deleted",
      body: html`
<p>${brand.name} no longer uses your email address. There is nothing else to do: you can close this page.</p>`,
    };
  }
  return {
    icon: "done",
    heading: "Your address is removed",
    body: html`
<p>Your email address and the password are removed from the account: nobody can sign in to it with them. The account itself was not deleted.</p>
<p>There is nothing else to do: you can close this page.</p>`,
  };
}
