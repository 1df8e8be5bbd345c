import { developmentKeys } from "./keys/development-keys.ts";
import { httpsKeys } from "./keys/https-keys.ts";
import { listeningKeys } from "./keys/listening-keys.ts";
import { mailKeys } from "./keys/mail-keys.ts";
import { storageKeys } from "./keys/storage-keys.ts";

/** Every setting there is. Flags, environment, file, help and documentation all come from here. */
export const keys = { ...listeningKeys, ...httpsKeys, ...storageKeys, ...mailKeys, ...developmentKeys };

export type KeyName = keyof typeof keys;

export type Values = { readonly [K in KeyName]: ReturnType<(typeof keys)[K]["parse"]> };
