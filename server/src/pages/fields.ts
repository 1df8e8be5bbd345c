import { type Html, html } from "../wire/html.ts";
import { icon } from "./icons.ts";
import type { Page, Presentation } from "./page.ts";

/** A form that posts to its own page. The address it posts to carries no token. */
export function form({ lang }: Presentation, page: Pick<Page, "name">, content: Html): Html {
  const language = lang !== undefined && html`<input type="hidden" name="lang" value="${lang}">`;
  return html`<form method="post" action="${page.name}" autocomplete="on">${language}${content}</form>`;
}

export function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}">`;
}

/** What is wrong with a field. The field names it with aria-describedby. */
export function mistake(id: string, text: string | Html): Html {
  return html`<p class="mistake" id="${id}" role="alert">${icon("warning")}<span>${text}</span></p>`;
}

/** The attributes that tie a field to its hint and, when there is one, to its mistake. */
export function describedBy(name: string, hasMistake: boolean): Html {
  return hasMistake
    ? html`aria-describedby="${name}-mistake ${name}-hint" aria-invalid="true" autofocus`
    : html`aria-describedby="${name}-hint"`;
}
