import { createElement as h, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type Mfa, mfa } from "../../src/mfa.ts";
import { AuthProvider, useFactors, useMfa, useUser } from "../../src/react.ts";
import { type AuthClient, createAuthClient, webStorage } from "../../src/sdk.ts";

type Submit = (fields: Record<string, string>) => Promise<unknown>;

/** A form with these fields. What fails is shown. */
function form(id: string, names: readonly string[], submit: Submit): ReactNode {
  const onSubmit = (event: { preventDefault: () => void; currentTarget: unknown }) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement).entries());
    submit(fields as Record<string, string>).catch((error) => {
      document.title = `${error.reason} ${error.attemptsLeft ?? ""}`;
    });
  };
  const inputs = names.map((name) => h("input", { key: name, name }));
  return h("form", { id, onSubmit }, ...inputs, h("button", { type: "submit" }, "Go on"));
}

function SignIn({ client, factors }: { client: AuthClient; factors: Mfa }) {
  return form("sign-in", ["email", "password"], async ({ email = "", password = "" }) => {
    await client.signInWithPassword({ email, password }).catch((error) => {
      if (!factors.begin(error)) throw error;
    });
  });
}

function Screen({ client, factors }: { client: AuthClient; factors: Mfa }) {
  const user = useUser();
  const step = useMfa(factors);
  const mine = useFactors(factors);
  if (step?.step === "prove") {
    return form("prove", ["totpCode"], ({ totpCode = "" }) => factors.completeSignIn({ totpCode }));
  }
  if (step?.step === "enroll") return form("enroll", [], () => factors.startRequiredEnrollment());
  if (step?.step === "confirm") {
    const { secret } = step.enrollment;
    const confirm = form("confirm", ["totpCode"], ({ totpCode = "" }) =>
      factors.confirmTotpEnrollment({ totpCode }),
    );
    return h("div", {}, h("p", { id: "secret" }, secret), confirm);
  }
  if (step?.step === "recoveryCodes") {
    const done = h("button", { id: "done", type: "button", onClick: factors.cancel }, "I have kept them");
    return h("div", {}, h("p", { id: "codes" }, step.recoveryCodes.join(" ")), done);
  }
  if (!user) return h(SignIn, { client, factors });
  return h("p", { id: "user" }, `${user.email}: ${mine ? mine.recoveryCodesLeft : "unknown"}`);
}

export function App({ client }: { client: AuthClient }) {
  return h(AuthProvider, { client }, h(Screen, { client, factors: mfa(client) }));
}

export type Page = { baseUrl: string; publishableKey: string; isRendered: boolean };

const { page } = globalThis as { page?: Page };
const root = page && document.getElementById("root");
if (page && root) {
  const client = createAuthClient({ ...page, storage: webStorage() });
  if (page.isRendered) hydrateRoot(root, h(App, { client }));
  else createRoot(root).render(h(App, { client }));
  Object.assign(globalThis, { own: { client, factors: mfa(client) } });
}
