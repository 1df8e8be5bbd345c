import { fromBase64 } from "./base64.ts";
import { toBase64Url } from "./base64url.ts";

/** How a ceremony is asked for. */
export type CeremonyOptions = {
  /** Whether the browser offers passkeys in the autofill of a form, instead of asking at once. */
  conditional?: boolean | undefined;
  /** Ends the ceremony. */
  signal?: AbortSignal | undefined;
};

/**
 * What makes and uses passkeys on the device. Options and answers are the JSON of WebAuthn, as text. For an app without
 * an adapter here, write these methods around its native module.
 */
export type PasskeyPlatform = {
  /** Whether passkeys can be used on this device at all. */
  isAvailable(): boolean;
  /** Makes a passkey. */
  create(optionsJson: string, options: CeremonyOptions): Promise<string>;
  /** Uses a passkey. */
  get(optionsJson: string, options: CeremonyOptions): Promise<string>;
  /** Whether `conditional` works. Absent: it does not. */
  isConditionalAvailable?(): Promise<boolean>;
  /** Takes what the server says about passkeys, so that the device no longer offers those that are removed. */
  readonly signals?: PasskeySignals | undefined;
};

/** The part of `PublicKeyCredential`, or of a native module, that takes signals. Older ones have none. */
export type PasskeySignals = {
  /** The server does not know this passkey. */
  signalUnknownCredential?:
    | ((signal: { rpId: string; credentialId: string }) => Promise<unknown>)
    | undefined;
  /** The server knows these passkeys of the user and no others. */
  signalAllAcceptedCredentials?:
    | ((signal: { rpId: string; userId: string; allAcceptedCredentialIds: string[] }) => Promise<unknown>)
    | undefined;
};

/** What is used of a browser's `PublicKeyCredential`. */
type KeyClass = PasskeySignals & {
  isConditionalMediationAvailable?(): Promise<boolean>;
  parseCreationOptionsFromJSON(options: object): object;
  parseRequestOptionsFromJSON(options: object): object;
};

/** What a browser answers, or a password manager in its place. */
type BrowserCredential = {
  id: string;
  response: Record<string, unknown> & { getTransports?(): string[] };
  toJSON(): object;
};

/** A browser's passkeys. */
export function browserPasskeys(): PasskeyPlatform {
  const keyClass = () => (globalThis as { PublicKeyCredential?: KeyClass }).PublicKeyCredential;
  return {
    isAvailable: () => !!keyClass(),
    isConditionalAvailable: async () => !!(await keyClass()?.isConditionalMediationAvailable?.()),
    create: async (optionsJson, { signal }) => {
      const publicKey = withBytes(optionsJson, (options) =>
        keyClass()?.parseCreationOptionsFromJSON(options),
      );
      return textOf(await navigator.credentials.create({ publicKey, signal } as CredentialCreationOptions));
    },
    get: async (optionsJson, { conditional, signal }) => {
      const publicKey = withBytes(optionsJson, (options) => keyClass()?.parseRequestOptionsFromJSON(options));
      const mediation = conditional ? "conditional" : "optional";
      return textOf(
        await navigator.credentials.get({ publicKey, mediation, signal } as CredentialRequestOptions),
      );
    },
    get signals() {
      return keyClass();
    },
  };
}

const bytesOf = (text: string) => new Uint8Array(fromBase64(text.replace(/-/g, "+").replace(/_/g, "/")));

/** By hand where the browser cannot. */
function withBytes(optionsJson: string, parse: (options: object) => object | undefined): object | undefined {
  const options = JSON.parse(optionsJson);
  try {
    return parse(options);
  } catch {
    const withId = (each?: { id: string }) => each && { ...each, id: bytesOf(each.id) };
    return {
      ...options,
      challenge: bytesOf(options.challenge),
      user: withId(options.user),
      excludeCredentials: options.excludeCredentials?.map(withId),
      allowCredentials: options.allowCredentials?.map(withId),
    };
  }
}

const FIELDS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** By hand where the browser cannot, or where a password manager answers with an object of its own. */
function textOf(answer: Credential | null): string {
  const credential = answer as BrowserCredential | null;
  if (!credential) throw new Error("no passkey");
  try {
    return JSON.stringify(credential.toJSON());
  } catch {
    const { id, response } = credential;
    const fields = FIELDS.flatMap((name) => {
      const bytes = response[name];
      return bytes ? [[name, toBase64Url(new Uint8Array(bytes as ArrayBuffer))]] : [];
    });
    const transports = response.getTransports?.();
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      response: { ...Object.fromEntries(fields), transports },
      clientExtensionResults: {},
    });
  }
}
