/** A ceremony in the browser that came to no end. */
export type PasskeyFailure = "declined" | "known" | "impossible";

export type Ceremony =
  | { credentialJson: string; failure?: undefined }
  | { credentialJson?: undefined; failure: PasskeyFailure };

/** Browsers know passkeys on pages with HTTPS and at localhost, and none of an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return !isAddress && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";
}

/** Whether the browser offers passkeys where the user name is typed. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

type Request = {
  /** Only these. Any passkey of the page if it is absent. */
  credentialIds?: readonly string[];
  /** Offers them in the field for the user name instead of asking. */
  isOffer?: boolean;
  signal?: AbortSignal;
};

/** Asks the browser to sign with a passkey. */
export function askForPasskey(
  optionsJson: string,
  { credentialIds, isOffer = false, signal }: Request = {},
): Promise<Ceremony> {
  const options = JSON.parse(optionsJson);
  if (credentialIds) options.allowCredentials = credentialIds.map((id) => ({ type: "public-key", id }));
  return ceremony(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...(isOffer && { mediation: "conditional" }),
      ...(signal && { signal }),
    }),
  );
}

/** Asks the browser to make a passkey. */
export function makePasskey(optionsJson: string): Promise<Ceremony> {
  return ceremony(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(optionsJson)),
    }),
  );
}

/** Tells password managers which passkeys still work, so that they offer no other. */
export function tellAcceptedPasskeys(accepted: {
  rpId: string;
  userId: string;
  allAcceptedCredentialIds: string[];
}): void {
  const { signalAllAcceptedCredentials: tell } = (globalThis.PublicKeyCredential ?? {}) as {
    signalAllAcceptedCredentials?: (what: typeof accepted) => Promise<void>;
  };
  tell?.call(PublicKeyCredential, accepted).catch(() => {}); // a courtesy
}

async function ceremony(run: () => Promise<Credential | null>): Promise<Ceremony> {
  try {
    const credential = await run();
    if (!credential) return { failure: "declined" };
    return { credentialJson: JSON.stringify(jsonOf(credential as PublicKeyCredential)) };
  } catch (error) {
    const { name } = error as DOMException;
    if (name === "InvalidStateError") return { failure: "known" };
    return { failure: name === "NotAllowedError" || name === "AbortError" ? "declined" : "impossible" };
  }
}

/** Like its `toJSON`, which some password managers do not have. */
function jsonOf({ id, rawId, response }: PublicKeyCredential): object {
  const parts: Record<string, unknown> = {};
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    const part: unknown = (response as unknown as Record<string, unknown>)[name];
    if (part instanceof ArrayBuffer) parts[name] = base64url(part);
  }
  const transports = (response as AuthenticatorAttestationResponse).getTransports?.();
  return {
    id,
    rawId: base64url(rawId),
    type: "public-key",
    response: { ...parts, ...(transports && { transports }) },
  };
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
