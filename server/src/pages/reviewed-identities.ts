import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { ReviewedIdentity } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";

const NAMES: Readonly<Record<string, string>> = { google: "Google", apple: "Apple" };

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** What the visitor decided about the listed sign-in methods. */
export type Choice = Readonly<{ listed: readonly string[]; kept: readonly string[] }>;

/** Undefined when the form had no list: unticking everything sends no tick either, but says what was listed. */
export function choiceIn(fields: URLSearchParams): Choice | undefined {
  if (!fields.has("listed")) return undefined;
  const listed = listedIn(fields);
  return { listed, kept: fields.getAll("keep").filter((provider) => listed.includes(provider)) };
}

/** The sign-in methods that the form has shown. */
export function listedIn(fields: URLSearchParams): string[] {
  return fields.getAll("listed");
}

/** A box for each to tick: as the visitor left them, and as the server suggests where they have not been asked yet. */
export function keepFields(
  identities: readonly ReviewedIdentity[],
  choice: Choice | undefined,
): Html | false {
  if (identities.length === 0) return false;
  const isTicked = ({ provider, keepByDefault }: ReviewedIdentity): boolean =>
    choice?.listed.includes(provider) ? choice.kept.includes(provider) : keepByDefault;
  return html`
<fieldset aria-describedby="keep-hint">
<legend>Keep these sign-in methods?</legend>
<p class="hint" id="keep-hint">Each of these can be used to sign in to your account without the password. The ones you leave unticked are removed.</p>
${identities.map(
  (identity) => html`${listedField(identity)}
<label class="check"><input type="checkbox" name="keep" value="${identity.provider}"${isTicked(identity) && html` checked`}>${described(identity)}</label>`,
)}
</fieldset>`;
}

/** The same without a choice. */
export function methodList(identities: readonly ReviewedIdentity[]): Html {
  return html`<ul class="methods">${identities.map((identity) => html`<li>${described(identity)}</li>`)}</ul>`;
}

/** Remembers in the form that the visitor has seen it. */
export function listedField({ provider }: ReviewedIdentity): Html {
  return html`<input type="hidden" name="listed" value="${provider}">`;
}

/** Such as “Google and Apple”. */
export function methodNames(providers: readonly string[]): string {
  return providers.map(nameOf).join(" and ");
}

/** The address is the provider's word, and may run in either direction. */
function described({ provider, email, linkedAt }: ReviewedIdentity): Html {
  return html`<span><span class="method">${nameOf(provider)}</span>${
    email !== "" && html` <bdi>${email}</bdi>`
  }${linkedAt && html` <span class="quiet">Linked on ${DAY.format(timestampMs(linkedAt))}</span>`}</span>`;
}

function nameOf(provider: string): string {
  return NAMES[provider] ?? provider;
}
