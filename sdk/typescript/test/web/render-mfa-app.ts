import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { AuthClient } from "../../src/sdk.ts";
import { App } from "./mfa-app.ts";

/** The page as a server sends it. */
export function renderMfaApp(client: AuthClient): string {
  return renderToString(createElement(App, { client }));
}
