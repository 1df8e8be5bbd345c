import { type Html, html } from "../wire/html.ts";
import { VARIABLE, type Values } from "../wording/fill.ts";
import { isolated } from "../wording/isolated.ts";
import type { PluralKey, TextKey } from "../wording/words.ts";
import type { Presentation } from "./page.ts";

/** The values of a sentence's variables. Text is escaped. */
type HtmlValues = Readonly<Record<string, string | Html | undefined>>;

/** A sentence without markup, for headings, titles and buttons. */
export function plainText(presentation: Presentation, key: TextKey, values: Values = {}): string {
  const { brand, wording } = presentation;
  const supportEmail = brand.supportEmail || undefined;
  return wording.text(key, { product: productIn(presentation), support_email: supportEmail, ...values });
}

export function sentence(presentation: Presentation, key: TextKey, values: HtmlValues = {}): Html {
  const all = valuesWith(presentation, values);
  return filled(presentation.wording.text(key, itselfFor(all)), all);
}

/** Plural sentences have no markup: `{count}` is all that is in them. */
export function pluralSentence({ wording }: Presentation, key: PluralKey, count: number): string {
  return wording.plural(key, count);
}

/** The sentences of one key, each line of it in a paragraph of its own. */
export function paragraphs(presentation: Presentation, key: TextKey, values: HtmlValues = {}): Html {
  return html`${linesOf(presentation, key, values).map((line) => html`<p>${line}</p>`)}`;
}

/** The same for what is less important. */
export function quietParagraphs(presentation: Presentation, key: TextKey, values: HtmlValues = {}): Html {
  return html`${linesOf(presentation, key, values).map((line) => html`<p class="quiet">${line}</p>`)}`;
}

/** Sentences one after the other. */
export function inOneLine({ wording }: Presentation, sentences: readonly (string | Html)[]): Html {
  return html`${sentences.map((text, index) => html`${index > 0 && wording.space}${text}`)}`;
}

/** Addresses, host names and codes are read from left to right in every language. */
export function leftToRight(text: string): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

/** The email address that a sentence is about. */
export function emphasizedEmail(email: string): Html {
  return html`<strong>${leftToRight(email)}</strong>`;
}

function linesOf(presentation: Presentation, key: TextKey, values: HtmlValues): Html[] {
  const all = valuesWith(presentation, values);
  return presentation.wording.paragraphs(key, itselfFor(all)).map((line) => filled(line, all));
}

function valuesWith(presentation: Presentation, values: HtmlValues): HtmlValues {
  const { supportEmail } = presentation.brand;
  const link = html`<a href="mailto:${supportEmail}">${leftToRight(supportEmail)}</a>`;
  return {
    product: productIn(presentation),
    support_email: supportEmail === "" ? undefined : link,
    ...values,
  };
}

/** Leaves every variable that has a value in the text. So values are put in once, and never looked at for variables. */
function itselfFor(values: HtmlValues): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : `{${name}}`]),
  );
}

function filled(text: string, values: HtmlValues): Html {
  const parts = text.split(VARIABLE).map((part, index) => {
    const isName = index % 2 === 1;
    const value = Object.hasOwn(values, part) ? values[part] : undefined;
    return html`${isName ? (value ?? `{${part}}`) : part}`;
  });
  return html`${parts}`;
}

function productIn({ brand, wording }: Presentation): string {
  return brand.name === "" ? wording.text("page.return.the_app") : isolated(brand.name, wording.direction);
}
