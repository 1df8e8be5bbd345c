import type { ServerResponse } from "node:http";
import { render } from "../wire/html.ts";
import { pageHeaders } from "../wire/page-headers.ts";
import { respond } from "../wire/respond.ts";
import type { Brand } from "./brand.ts";
import { pageDocument } from "./document.ts";
import type { View } from "./page.ts";
import { styleSheet } from "./style.ts";

export function sendPage(
  response: ServerResponse,
  brand: Brand,
  view: View,
  more: Readonly<Record<string, string>>,
): void {
  const style = styleSheet(brand);
  const headers = { ...pageHeaders(style), ...more };
  respond(response, view.status ?? 200, headers, render(pageDocument(brand, view, style)));
}
