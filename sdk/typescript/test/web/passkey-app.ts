import { createElement as h } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type Passkeys, passkeys } from "../../src/passkey.ts";
import { AuthProvider, usePasskeys, useUser } from "../../src/react.ts";
import { type AuthClient, createAuthClient, webStorage } from "../../src/sdk.ts";

function Screen({ keys }: { keys: Passkeys }) {
  const user = useUser();
  const list = usePasskeys(keys);
  return h(
    "main",
    {},
    h("input", { autoComplete: "username webauthn" }),
    h("p", { id: "user" }, user?.id ?? ""),
    h("p", { id: "list" }, list === undefined ? "unknown" : list.map(({ name }) => name).join(", ")),
  );
}

export function App({ client }: { client: AuthClient }) {
  return h(AuthProvider, { client }, h(Screen, { keys: passkeys(client) }));
}

export type Page = { baseUrl: string; publishableKey: string; isRendered: boolean };

const { page } = globalThis as { page?: Page };
const root = page && document.getElementById("root");
if (page && root) {
  const client = createAuthClient({ ...page, storage: webStorage() });
  if (page.isRendered) hydrateRoot(root, h(App, { client }));
  else createRoot(root).render(h(App, { client }));
  Object.assign(globalThis, { own: { client, keys: passkeys(client) } });
}
