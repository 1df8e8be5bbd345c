import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { type Html, html } from "../wire/html.ts";
import { form, tokenField } from "./fields.ts";
import type { Page, Presentation } from "./page.ts";
import {
  countMethods,
  listedFields,
  listedIn,
  type Methods,
  methodList,
  methodsIn,
  providerName,
  removeFields,
  reviewIn,
  tickedIn,
} from "./reviewed-methods.ts";
import { paragraphs, plainText, pluralSentence } from "./sentences.ts";

/** What a page sends with the proof of a mailbox. */
export type SentReview = Readonly<{
  removeProviders: string[];
  removePasskeys: string[];
  removeTotp: boolean;
  listed?: { providers: string[]; passkeyIds: string[]; totpEnrolledAt?: Timestamp };
}>;

/** Says what was listed, even if that is nothing: the server removes what was added since. */
const REVIEWED = html`<input type="hidden" name="reviewed" value="yes">`;

/**
 * The form that proves a mailbox. Of one sign-in method the visitor can say at once that it is not theirs. Of several,
 * each is ticked.
 */
export function reviewForm(
  presentation: Presentation,
  page: Page,
  token: string,
  methods: Methods,
  confirmButton: Html,
): Html {
  const count = countMethods(methods);
  const fields = html`${tokenField(token)}${REVIEWED}`;
  if (count === 0) return form(presentation, page, html`${fields}${confirmButton}`);
  if (count > 1) {
    return form(presentation, page, html`${fields}${removeFields(presentation, methods)}${confirmButton}`);
  }
  const remove = removeLabel(presentation, methods);
  const removeButton = html`<button class="plain" name="step" value="confirm-and-remove">${remove}</button>`;
  const listed = listedFields(presentation, methods);
  return html`
${paragraphs(presentation, methods.totp ? "page.methods.app_added" : "page.methods.one_added")}
${methodList(presentation, methods)}
${paragraphs(presentation, "page.methods.remove_it")}
${form(presentation, page, html`${fields}${listed}${confirmButton}${removeButton}`)}`;
}

/** Names the only method that there is. */
function removeLabel(presentation: Presentation, { identities: [identity], totp }: Methods): string {
  if (identity) {
    const provider = providerName(identity.provider);
    return plainText(presentation, "page.methods.remove_provider_button", { provider });
  }
  return plainText(
    presentation,
    totp ? "page.methods.remove_app_button" : "page.methods.remove_passkey_button",
  );
}

/** What the visitor decided in that form. */
export function sentReview(fields: URLSearchParams): SentReview {
  const removed = fields.get("step") === "confirm-and-remove" ? listedIn(fields) : tickedIn(fields);
  const { providers, passkeyIds, totpEnrolledAt } = methodsIn(removed);
  const listed = reviewIn(fields);
  return {
    removeProviders: providers,
    removePasskeys: passkeyIds,
    removeTotp: totpEnrolledAt !== undefined,
    ...(listed && { listed }),
  };
}

/** Tells the visitor what the form has removed. */
export function removedMethods(
  presentation: Presentation,
  { removeProviders, removePasskeys, removeTotp }: Omit<SentReview, "listed">,
): Html {
  const providers = presentation.wording.list(removeProviders.map(providerName));
  const passkeys = pluralSentence(presentation, "page.methods.passkeys_removed", removePasskeys.length);
  return html`
${removeProviders.length > 0 && paragraphs(presentation, "page.methods.providers_removed", { providers })}
${removePasskeys.length > 0 && html`<p>${passkeys}</p>`}
${removeTotp && paragraphs(presentation, "page.methods.app_removed")}`;
}
