import { type Html, html } from "../wire/html.ts";
import type { Visit } from "./page.ts";

/** The way back to the app, once all is done. It carries nothing: no token, and nothing about the visitor. */
export function openApp({ appScheme }: Visit): Html | false {
  if (appScheme === undefined) return false;
  return html`
<p class="action"><a class="button" href="${appScheme}://">Open the app</a></p>
<p class="quiet">The button works on a device where the app is installed.</p>`;
}
