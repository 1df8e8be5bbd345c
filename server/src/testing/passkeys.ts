import type { Client } from "@connectrpc/connect";
import { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { Project } from "../domain/projects/project.ts";
import { type Authenticator, type Creation, createAuthenticator, type Request } from "./authenticator.ts";
import type { TestApp } from "./test-app.ts";

export const RP_ID = "example.com";
export const ORIGIN = `https://${RP_ID}`;

/** The settings of a project that uses passkeys. */
export const withPasskeys = { passkeys: { enabled: true, rpId: RP_ID, origins: [] as string[] } };

export function passkeyClient(
  t: TestApp,
  project: Project,
  accessToken?: string,
): Client<typeof PasskeyService> {
  const bearer = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return t.client(PasskeyService, { "x-svc-key": project.publishableKey, ...bearer });
}

type SignUp = { email?: string; displayName?: string; attemptId?: string; passkeyName?: string };

/** A device with a password manager, at which a person uses an app of the project. */
export type PasskeyDevice = Readonly<{
  authenticator: Authenticator;
  /** What the platform answers to the options of the server. */
  created: (options: { optionsJson: string }, creation?: Partial<Creation>) => string;
  asserted: (options: { optionsJson: string }, request?: Partial<Request>) => string;
  signUp: (input?: SignUp, creation?: Partial<Creation>) => Promise<TokenResponse | undefined>;
  signIn: (request?: Partial<Request>) => Promise<TokenResponse>;
  link: (
    accessToken: string,
    creation?: Partial<Creation>,
    input?: { passkeyName?: string; attemptId?: string },
  ) => Promise<TokenResponse>;
}>;

export function passkeyDevice(t: TestApp, project: Project): PasskeyDevice {
  const authenticator = createAuthenticator();
  const created: PasskeyDevice["created"] = ({ optionsJson }, creation) =>
    authenticator.create(optionsJson, { origin: ORIGIN, ...creation });
  const asserted: PasskeyDevice["asserted"] = ({ optionsJson }, request) =>
    authenticator.get(optionsJson, { origin: ORIGIN, ...request });
  const app = passkeyClient(t, project);
  return {
    authenticator,
    created,
    asserted,

    async signUp(input = {}, creation) {
      const options = await app.startPasskeySignUp(input);
      const { tokens } = await app.signUpWithPasskey({
        ...input,
        credentialJson: created(options, creation),
      });
      return tokens;
    },

    async signIn(request) {
      const options = await app.startPasskeySignIn({});
      return app.signInWithPasskey({ credentialJson: asserted(options, request) });
    },

    async link(accessToken, creation, input = {}) {
      const user = passkeyClient(t, project, accessToken);
      const options = await user.startPasskeyLink({});
      return user.linkPasskey({ ...input, credentialJson: created(options, creation) });
    },
  };
}

/** A user who signed up with a passkey, where no verified address is required. */
export async function signedUp(device: PasskeyDevice, input: SignUp = {}): Promise<TokenResponse> {
  const tokens = await device.signUp(input);
  if (!tokens) throw new Error("the project requires a verified email");
  return tokens;
}
