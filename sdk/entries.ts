const KIB = 1024;

export type Entry = Readonly<{
  name: string;
  source: string;
  /** Entries that it stands on: an app that has this one has those too. */
  on: readonly string[];
  /** For its own code, minified and gzipped. */
  maxBytes: number;
}>;

/** What can be imported from the package: `@svc/sdk`, and `@svc/sdk/<name>` for the others. */
export const entries: readonly Entry[] = [
  { name: "sdk", source: "sdk.ts", on: [], maxBytes: 5.25 * KIB },
  { name: "browser", source: "browser.ts", on: ["sdk"], maxBytes: 1.75 * KIB },
  { name: "push", source: "push.ts", on: ["sdk"], maxBytes: KIB },
  { name: "billing", source: "billing.ts", on: ["sdk"], maxBytes: KIB },
  { name: "react", source: "react.ts", on: ["sdk"], maxBytes: KIB },
  { name: "expo", source: "expo.ts", on: ["sdk", "browser", "push"], maxBytes: 2 * KIB },
  { name: "react-native", source: "react-native.ts", on: ["sdk"], maxBytes: KIB },
  { name: "capacitor", source: "capacitor.ts", on: ["sdk"], maxBytes: KIB },
  { name: "server", source: "server/server.ts", on: [], maxBytes: 8 * KIB },
];
