import { createElement as h } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type EmailCodes, emailCodes } from "../../src/email-code.ts";
import { AuthProvider, useEmailCode, useUser } from "../../src/react.ts";
import { type AuthClient, createAuthClient, webStorage } from "../../src/sdk.ts";

let renders = 0;

function Screen({ codes }: { codes: EmailCodes }) {
  const user = useUser();
  const pending = useEmailCode(codes);
  const shown = pending === undefined ? "loading" : pending === null ? "address" : `code to ${pending.email}`;
  return h(
    "main",
    { "data-renders": ++renders },
    h("p", { id: "user" }, user?.email ?? ""),
    h("p", { id: "screen" }, shown),
  );
}

export function App({ client }: { client: AuthClient }) {
  return h(AuthProvider, { client }, h(Screen, { codes: emailCodes(client) }));
}

export type Page = { baseUrl: string; publishableKey: string; isRendered: boolean };

const { page } = globalThis as { page?: Page };
const root = page && document.getElementById("root");
if (page && root) {
  const client = createAuthClient({ ...page, storage: webStorage() });
  if (page.isRendered) hydrateRoot(root, h(App, { client }));
  else createRoot(root).render(h(App, { client }));
  Object.assign(globalThis, { own: { client, codes: emailCodes(client) } });
}
