import { type Html, html } from "../wire/html.ts";
import type { Visit } from "./page.ts";
import { plainText, quietParagraphs } from "./sentences.ts";

/** The way back to the app, once all is done. It carries nothing: no token, and nothing about the visitor. */
export function openApp(visit: Visit): Html | false {
  const { appScheme } = visit;
  if (appScheme === undefined) return false;
  return html`
<p class="action"><a class="button" href="${appScheme}://">${plainText(visit, "page.open_app")}</a></p>
${quietParagraphs(visit, "page.open_app_hint")}`;
}
