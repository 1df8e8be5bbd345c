const markup = Symbol("markup");

/** Safe markup. Only this file can create it, so plain text is never mistaken for it. */
export type Html = { readonly [markup]: string };

type Value = string | number | false | undefined | Html | readonly Html[];

/** A template that escapes its values, except those that are Html already. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? textOf(values[index]) : ""));
  return { [markup]: parts.join("") };
}

/** Marks text as safe without escaping it. Only for text that the server wrote or checked, such as the style sheet. */
export function verbatim(text: string): Html {
  return { [markup]: text };
}

export function render(page: Html): string {
  return page[markup];
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return isList(value) ? value.map(render).join("") : value[markup];
}

function isList(value: Html | readonly Html[]): value is readonly Html[] {
  return Array.isArray(value);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
