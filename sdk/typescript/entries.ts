const KIB = 1024;

export type Entry = Readonly<{
  name: string;
  source: string;
  /** Whether an app that has this one has `@svc/sdk` too: then the limit is for what it adds to that. */
  isOnCore: boolean;
  /** Minified and gzipped. */
  maxBytes: number;
}>;

/** What can be imported from the package: `@svc/sdk`, and `@svc/sdk/<name>` for the others. */
export const entries: readonly Entry[] = [
  { name: "sdk", source: "sdk.ts", isOnCore: false, maxBytes: 5.75 * KIB },
  { name: "browser", source: "browser.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "push", source: "push.ts", isOnCore: true, maxBytes: 0.5 * KIB },
  { name: "email-code", source: "email-code.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "billing", source: "billing.ts", isOnCore: true, maxBytes: 1.5 * KIB },
  { name: "react", source: "react.ts", isOnCore: true, maxBytes: 0.55 * KIB },
  { name: "expo", source: "expo.ts", isOnCore: true, maxBytes: 2.6 * KIB },
  { name: "react-native", source: "react-native.ts", isOnCore: true, maxBytes: 2 * KIB },
  { name: "capacitor", source: "capacitor.ts", isOnCore: true, maxBytes: 0.5 * KIB },
  { name: "testing", source: "testing.ts", isOnCore: true, maxBytes: 6 * KIB },
  { name: "server", source: "server/server.ts", isOnCore: false, maxBytes: 8 * KIB },
];
