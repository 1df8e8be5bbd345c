import type { PasskeyPlatform, PasskeySignals } from "./passkey-platform.ts";

type Descriptor = { type: "public-key"; id: string };

/** The options for `create`, as the server writes them. */
export type CreationOptionsLike = {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  excludeCredentials?: Descriptor[];
  authenticatorSelection: {
    residentKey: "required";
    requireResidentKey: boolean;
    userVerification: "required";
  };
  attestation: "none";
};

/** The options for `get`, as the server writes them. */
export type RequestOptionsLike = {
  challenge: string;
  rpId: string;
  timeout: number;
  allowCredentials?: Descriptor[];
  userVerification: "required";
};

/** The part of `react-native-passkey` (`Passkey`) and `react-native-passkeys` (the whole module) that is used. */
export type PasskeyModuleLike = {
  isSupported: () => boolean;
  create: (options: CreationOptionsLike) => Promise<{ id: string } | null>;
  get: (options: RequestOptionsLike) => Promise<{ id: string } | null>;
} & PasskeySignals;

/**
 * For `passkeys` in an app: the passkeys of the phone, by `react-native-passkey` or `react-native-passkeys`.
 *
 * @example
 * import { nativePasskeys, passkeys } from "@svc/sdk/passkey";
 * import { Passkey } from "react-native-passkey";
 *
 * export const keys = passkeys(auth, nativePasskeys(Passkey));
 */
export function nativePasskeys(module: PasskeyModuleLike): PasskeyPlatform {
  // Some answers lack the two members that are always the same.
  const textOf = (answer: { id: string } | null) =>
    JSON.stringify({ ...answer, rawId: answer?.id, type: "public-key" });
  return {
    isAvailable: () => module.isSupported(),
    create: async (optionsJson) => textOf(await module.create(JSON.parse(optionsJson))),
    get: async (optionsJson) => textOf(await module.get(JSON.parse(optionsJson))),
    signals: module,
  };
}
