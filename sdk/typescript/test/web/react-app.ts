import { createElement as h } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { billing } from "../../src/billing.ts";
import {
  AuthLoading,
  AuthProvider,
  SignedIn,
  SignedOut,
  useAccessToken,
  useAuth,
  useEntitlement,
  useSession,
  useUser,
} from "../../src/react.ts";
import { type AuthClient, createAuthClient, webStorage } from "../../src/sdk.ts";

function Facts() {
  const { status, isSignedIn, isGuest, client } = useAuth();
  const user = useUser();
  const hasSession = useSession() !== null;
  const token = useAccessToken();
  const hasToken = token !== null;
  return h(
    "main",
    null,
    h("p", { id: "facts" }, JSON.stringify({ status, isSignedIn, isGuest, hasSession, hasToken })),
    h("p", { id: "token" }, token),
    h("p", { id: "pro" }, String(useEntitlement(billing(client), "pro"))),
    h("p", { id: "name" }, user?.displayName ?? ""),
    h("button", { type: "button", id: "in", onClick: () => client.signInAnonymously() }, "in"),
    h(
      "button",
      { type: "button", id: "rename", onClick: () => client.updateMe({ displayName: "Ada" }) },
      "rename",
    ),
    h("button", { type: "button", id: "out", onClick: () => client.signOut() }, "out"),
  );
}

export function App({ client }: { client: AuthClient }) {
  return h(
    AuthProvider,
    { client },
    h(Facts),
    h(AuthLoading, null, h("p", { id: "screen" }, "loading")),
    h(SignedIn, null, h("p", { id: "screen" }, "signed in")),
    h(SignedOut, null, h("p", { id: "screen" }, "signed out")),
  );
}

/** On the page; `globalThis.page` says how it came there. */
export function run({ baseUrl, publishableKey, isRendered }: Page): void {
  const client = createAuthClient({ baseUrl, publishableKey, storage: webStorage() });
  const root = document.getElementById("root");
  if (!root) throw new Error("no root");
  if (isRendered) hydrateRoot(root, h(App, { client }));
  else createRoot(root).render(h(App, { client }));
}

export type Page = { baseUrl: string; publishableKey: string; isRendered: boolean };

const { page } = globalThis as { page?: Page };
if (page) run(page);
