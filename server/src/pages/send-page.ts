import type { ServerResponse } from "node:http";
import { render } from "../wire/html.ts";
import { pageHeaders } from "../wire/page-headers.ts";
import { respond } from "../wire/respond.ts";
import { pageDocument } from "./document.ts";
import type { Presentation, View } from "./page.ts";
import { styleSheet } from "./style.ts";

export function sendPage(
  response: ServerResponse,
  presentation: Presentation,
  view: View,
  more: Readonly<Record<string, string>>,
): void {
  const style = styleSheet(presentation.brand);
  const headers = {
    ...pageHeaders(style),
    "content-language": presentation.wording.language,
    vary: "accept-language",
    ...more,
  };
  respond(response, view.status ?? 200, headers, render(pageDocument(presentation, view, style)));
}
