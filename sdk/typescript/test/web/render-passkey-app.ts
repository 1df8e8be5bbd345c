import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { AuthClient } from "../../src/sdk.ts";
import { App } from "./passkey-app.ts";

/** The page as a server sends it. */
export function renderPasskeyApp(client: AuthClient): string {
  return renderToString(createElement(App, { client }));
}
