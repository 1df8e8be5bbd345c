import type { Client } from "@connectrpc/connect";
import { type AdminPasskey, SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type Authenticator, type Creation, createAuthenticator, type Request } from "./authenticator.ts";
import type { TestApp } from "./test-app.ts";

export const CONSOLE_URL = "https://auth.example.com";

/** A browser with a password manager, at which an administrator uses the console. */
export type AdminBrowser = Readonly<{
  authenticator: Authenticator;
  as: (cookie: string) => Client<typeof SessionService>;
  /** What the platform answers to the options for a new passkey. */
  created: (cookie: string, creation?: Partial<Creation>) => Promise<string>;
  add: (cookie: string, creation?: Partial<Creation>) => Promise<AdminPasskey>;
  /** What the platform answers to the options for a sign-in. */
  asserted: (request?: Partial<Request>) => Promise<string>;
  /** Returns the cookie of the session. */
  send: (credentialJson: string) => Promise<string>;
  signIn: (request?: Partial<Request>) => Promise<string>;
}>;

export function adminBrowser(t: TestApp): AdminBrowser {
  const authenticator = createAuthenticator();
  const { origin } = new URL(t.app.baseUrl);
  const as: AdminBrowser["as"] = (cookie) => t.client(SessionService, { cookie });
  const created: AdminBrowser["created"] = async (cookie, creation) => {
    const { optionsJson } = await as(cookie).startPasskeyAddition({});
    return authenticator.create(optionsJson, { origin, ...creation });
  };
  const asserted: AdminBrowser["asserted"] = async (request) => {
    const { optionsJson } = await t.client(SessionService).startPasskeyLogin({});
    return authenticator.get(optionsJson, { origin, ...request });
  };
  const send: AdminBrowser["send"] = async (credentialJson) => {
    let cookie = "";
    const onHeader = (headers: Headers): void => {
      cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    };
    await t.client(SessionService).loginWithPasskey({ credentialJson }, { onHeader });
    return cookie;
  };
  return {
    authenticator,
    as,
    created,
    asserted,
    send,

    async add(cookie, creation) {
      const { passkey } = await as(cookie).addMyPasskey({ credentialJson: await created(cookie, creation) });
      if (!passkey) throw new Error("no passkey in the answer");
      return passkey;
    },

    async signIn(request) {
      return send(await asserted(request));
    },
  };
}
