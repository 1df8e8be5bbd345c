import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { form, tokenField } from "./fields.ts";
import { html } from "./html.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";

export const verifyPage: Page = {
  name: "verify",
  show: (visit, query) => ask(visit, requireToken(query)),
  async submit(visit, fields) {
    const token = requireToken(fields);
    switch (fields.get("step")) {
      case "confirm":
        return confirm(visit, token);
      case "not-me":
        return askToReject(visit, token);
      case "reject":
        return reject(visit, token);
      default:
        return ask(visit, token);
    }
  },
  afterDeadLink: ({ brand }) => html`
<p>If you have already confirmed your address, all is well: go back to ${brand.name} and sign in.</p>
<p>If not, ask for a new email in the app and use the link in the latest one.</p>`,
};

function ask({ brand }: Visit, token: string): View {
  const { heading, button } = brand.wording("verify_email");
  return {
    icon: "mail",
    heading: heading || "Confirm your email address",
    body: html`
<p>Press the button to confirm that this address is yours and finish setting up your ${brand.name} account.</p>
${form(
  verifyPage,
  html`${tokenField(token)}<button name="step" value="confirm">${button || "Confirm my email address"}</button>`,
)}
<div class="aside">
<p>Did you not sign up for ${brand.name}?</p>
${form(verifyPage, html`${tokenField(token)}<button class="plain" name="step" value="not-me">This was not me</button>`)}
</div>`,
  };
}

async function confirm({ brand, call }: Visit, token: string): Promise<View> {
  const { user } = await call(AuthService.method.confirmEmailVerification, { token });
  return {
    icon: "done",
    heading: "Your email address is confirmed",
    body: html`
${user?.email && html`<p>Thank you. <strong>${user.email}</strong> belongs to your ${brand.name} account now.</p>`}
<p>Go back to ${brand.name} to continue. You can close this page.</p>`,
  };
}

function askToReject({ brand }: Visit, token: string): View {
  return {
    icon: "bin",
    heading: "Delete this account?",
    body: html`
<p>Someone signed up for ${brand.name} with your email address. If it was not you, the account will be deleted and your address forgotten.</p>
${form(
  verifyPage,
  html`${tokenField(token)}<button class="danger" name="step" value="reject">Delete the account</button>`,
)}
${form(verifyPage, html`${tokenField(token)}<button class="plain" name="step" value="back">Go back</button>`)}`,
  };
}

async function reject({ brand, call }: Visit, token: string): Promise<View> {
  await call(AuthService.method.rejectEmailVerification, { token });
  return {
    icon: "done",
    heading: "The account is deleted",
    body: html`
<p>${brand.name} no longer uses your email address. There is nothing else to do: you can close this page.</p>`,
  };
}
