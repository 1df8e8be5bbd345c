import { type Timestamp, timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ReviewedIdentity, ReviewedPasskey, ReviewedTotp } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";
import type { EmailLink } from "./email-link.ts";
import type { Presentation } from "./page.ts";
import { plainText, sentence } from "./sentences.ts";

const NAMES: Readonly<Record<string, string>> = { google: "Google", apple: "Apple" };

/** The name that a passkey has when nobody named it. */
const UNNAMED = "Passkey";

/** The values of passkeys in the form begin with it. No provider has such a name. */
const PASSKEY = "passkey:";

/** The same for the authenticator app, with the time of its enrollment. */
const TOTP = "totp:";

/** What a link lists for its visitor to decide about. */
export type Methods = Pick<EmailLink, "identities" | "passkeys" | "totp">;

export const NO_METHODS: Methods = { identities: [], passkeys: [] };

/** One line of the list. */
type Method = Readonly<{ value: string; keepByDefault: boolean; described: Html }>;

/** What the visitor decided about the listed sign-in methods. */
export type Choice = Readonly<{ listed: readonly string[]; kept: readonly string[] }>;

/** Undefined when the form had no list: unticking everything sends no tick either, but says what was listed. */
export function choiceIn(fields: URLSearchParams): Choice | undefined {
  if (!fields.has("listed")) return undefined;
  const listed = listedIn(fields);
  return { listed, kept: fields.getAll("keep").filter((value) => listed.includes(value)) };
}

/** The sign-in methods that the form has shown. */
export function listedIn(fields: URLSearchParams): string[] {
  return fields.getAll("listed");
}

/** What a form of `reviewForm` has listed, which may be nothing; undefined when it is another form. */
export function reviewIn(fields: URLSearchParams): ReturnType<typeof methodsIn> | undefined {
  return fields.has("reviewed") ? methodsIn(listedIn(fields)) : undefined;
}

/** The sign-in methods that the visitor wants removed. */
export function tickedIn(fields: URLSearchParams): string[] {
  return fields.getAll("remove");
}

/** Takes apart what a form has sent. */
export function methodsIn(values: readonly string[]): {
  providers: string[];
  passkeyIds: string[];
  totpEnrolledAt?: Timestamp;
} {
  const enrolledAt = Number(values.find((value) => value.startsWith(TOTP))?.slice(TOTP.length));
  return {
    ...(Number.isSafeInteger(enrolledAt) && { totpEnrolledAt: timestampFromMs(enrolledAt) }),
    providers: values.filter((value) => !value.startsWith(PASSKEY) && !value.startsWith(TOTP)),
    passkeyIds: values
      .filter((value) => value.startsWith(PASSKEY))
      .map((value) => value.slice(PASSKEY.length)),
  };
}

export function countMethods({ identities, passkeys, totp }: Methods): number {
  return identities.length + passkeys.length + (totp ? 1 : 0);
}

/** A box for each to tick: as the visitor left them, and as the server suggests where they have not been asked yet. */
export function keepFields(
  presentation: Presentation,
  methods: Methods,
  choice: Choice | undefined,
): Html | false {
  if (countMethods(methods) === 0) return false;
  const isTicked = ({ value, keepByDefault }: Method): boolean =>
    choice?.listed.includes(value) ? choice.kept.includes(value) : keepByDefault;
  return html`
<fieldset aria-describedby="keep-hint">
<legend>${plainText(presentation, "page.methods.keep_heading")}</legend>
<p class="hint" id="keep-hint">${sentence(presentation, "page.methods.keep_hint")}</p>
${listOf(presentation, methods).map((method) => html`${listedField(method)}${box("keep", method, isTicked(method))}`)}
</fieldset>`;
}

/** A box for each to tick that the visitor did not add. */
export function removeFields(presentation: Presentation, methods: Methods): Html {
  return html`
<fieldset aria-describedby="remove-hint">
<legend>${plainText(presentation, "page.methods.remove_heading")}</legend>
<p class="hint" id="remove-hint">${sentence(presentation, "page.methods.remove_hint")}</p>
${listOf(presentation, methods).map((method) => html`${listedField(method)}${box("remove", method, false)}`)}
</fieldset>`;
}

/** The same without a choice. */
export function methodList(presentation: Presentation, methods: Methods): Html {
  return html`<ul class="methods">${listOf(presentation, methods).map(({ described }) => html`<li>${described}</li>`)}</ul>`;
}

/** Remembers in the form that the visitor has seen them. */
export function listedFields(presentation: Presentation, methods: Methods): Html[] {
  return listOf(presentation, methods).map(listedField);
}

/** The name of a provider in every language, such as Google. */
export function providerName(provider: string): string {
  return NAMES[provider] ?? provider;
}

function listOf(presentation: Presentation, { identities, passkeys, totp }: Methods): Method[] {
  return [
    ...identities.map((identity) => ({
      value: identity.provider,
      keepByDefault: identity.keepByDefault,
      described: describedIdentity(presentation, identity),
    })),
    ...passkeys.map((passkey) => ({
      value: `${PASSKEY}${passkey.id}`,
      keepByDefault: passkey.keepByDefault,
      described: describedPasskey(presentation, passkey),
    })),
    ...(totp ? [totpMethod(presentation, totp)] : []),
  ];
}

function totpMethod(presentation: Presentation, { enrolledAt, lastUsedAt }: ReviewedTotp): Method {
  const at = enrolledAt ? timestampMs(enrolledAt) : 0;
  const days = usedOn(presentation, "page.methods.connected", at, lastUsedAt);
  return {
    value: `${TOTP}${at}`,
    keepByDefault: true,
    described: html`<span><span class="method">${plainText(presentation, "page.methods.app")}</span> ${days}</span>`,
  };
}

function box(name: string, { value, described }: Method, isTicked: boolean): Html {
  return html`
<label class="check"><input type="checkbox" name="${name}" value="${value}"${isTicked && html` checked`}>${described}</label>`;
}

function listedField({ value }: Method): Html {
  return html`<input type="hidden" name="listed" value="${value}">`;
}

/** The address is the provider's word, and may run in either direction. */
function describedIdentity(
  presentation: Presentation,
  { provider, email, linkedAt }: ReviewedIdentity,
): Html {
  const time = linkedAt && presentation.wording.day(timestampMs(linkedAt));
  const linked = time !== undefined && sentence(presentation, "page.methods.linked", { time });
  return html`<span><span class="method">${providerName(provider)}</span>${
    email !== "" && html` <bdi>${email}</bdi>`
  }${linked && html` <span class="quiet">${linked}</span>`}</span>`;
}

/** The name is what somebody typed, maybe not the visitor. The days are ours. */
function describedPasskey(
  presentation: Presentation,
  { name, createdAt, lastUsedAt }: ReviewedPasskey,
): Html {
  const days = createdAt && usedOn(presentation, "page.methods.added", timestampMs(createdAt), lastUsedAt);
  return html`<span><span class="method">${plainText(presentation, "page.methods.passkey")}</span>${
    name !== UNNAMED && html` <bdi>${name}</bdi>`
  }${days && html` ${days}`}</span>`;
}

function usedOn(
  presentation: Presentation,
  key: "page.methods.added" | "page.methods.connected",
  at: number,
  lastUsedAt: Timestamp | undefined,
): Html {
  const { wording } = presentation;
  const time = wording.day(at);
  const days = lastUsedAt
    ? sentence(presentation, key, { time, last_time: wording.day(timestampMs(lastUsedAt)) })
    : sentence(presentation, `${key}_unused`, { time });
  return html`<span class="quiet">${days}</span>`;
}
