const KIB = 1024;

export type Entry = Readonly<{
  name: string;
  source: string;
  /** Whether an app that has this one has `@svc/sdk` too: then the limit is for what it adds to that. */
  isOnCore: boolean;
  /** Minified and gzipped. */
  maxBytes: number;
}>;

/** The languages that apps can import beside `@svc/sdk/words`, which has English itself. */
export const languages = [
  { tag: "en", maxKib: 1.9 },
  { tag: "de", maxKib: 2.3 },
  { tag: "fr", maxKib: 2.3 },
  { tag: "es", maxKib: 2.3 },
  { tag: "pt-BR", maxKib: 2.3 },
  { tag: "it", maxKib: 2.3 },
  { tag: "nl", maxKib: 2.3 },
  { tag: "pl", maxKib: 2.6 },
  { tag: "tr", maxKib: 2.6 },
  { tag: "ru", maxKib: 3 },
  { tag: "uk", maxKib: 3 },
  { tag: "ja", maxKib: 2.6 },
  { tag: "ko", maxKib: 2.6 },
  { tag: "zh-Hans", maxKib: 2.6 },
  { tag: "zh-Hant", maxKib: 2.6 },
  { tag: "ar", maxKib: 3 },
  { tag: "he", maxKib: 3 },
  { tag: "hi", maxKib: 3 },
  { tag: "id", maxKib: 2.3 },
  { tag: "vi", maxKib: 2.6 },
] as const;

/** Names of files have no capitals. The reference `en.ts` has the type of its own sentences, so another file exports it. */
const sourceOf = (tag: string): string => (tag === "en" ? "english" : tag.toLowerCase());

/** What can be imported from the package: `@svc/sdk`, and `@svc/sdk/<name>` for the others. */
export const entries: readonly Entry[] = [
  // 30 bytes carry the further details of an error, because only the transport sees them: `mfa` reads a challenge there.
  // 150 bytes send the language of the user with each call, because React Native does not.
  { name: "sdk", source: "sdk.ts", isOnCore: false, maxBytes: 5.98 * KIB },
  { name: "browser", source: "browser.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "push", source: "push.ts", isOnCore: true, maxBytes: 0.5 * KIB },
  { name: "email-code", source: "email-code.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "passkey", source: "passkey.ts", isOnCore: true, maxBytes: 2.4 * KIB },
  { name: "mfa", source: "mfa.ts", isOnCore: true, maxBytes: 1.7 * KIB },
  { name: "billing", source: "billing.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "react", source: "react.ts", isOnCore: true, maxBytes: 0.6 * KIB },
  { name: "expo", source: "expo.ts", isOnCore: true, maxBytes: 2.6 * KIB },
  { name: "react-native", source: "react-native.ts", isOnCore: true, maxBytes: 2 * KIB },
  { name: "capacitor", source: "capacitor.ts", isOnCore: true, maxBytes: 0.5 * KIB },
  { name: "words", source: "words.ts", isOnCore: true, maxBytes: 3 * KIB },
  ...languages.map(({ tag, maxKib }) => ({
    name: `words/${tag}`,
    source: `words/${sourceOf(tag)}.ts`,
    isOnCore: true,
    maxBytes: maxKib * KIB,
  })),
  { name: "testing", source: "testing.ts", isOnCore: true, maxBytes: 6.2 * KIB },
  { name: "testing-passkey", source: "testing-passkey.ts", isOnCore: true, maxBytes: 2.5 * KIB },
  { name: "testing-mfa", source: "testing-mfa.ts", isOnCore: true, maxBytes: 3.3 * KIB },
  { name: "server", source: "server/server.ts", isOnCore: false, maxBytes: 8 * KIB },
];
