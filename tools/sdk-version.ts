import { readFileSync } from "node:fs";
import { join } from "node:path";

export type SdkVersion = Readonly<{
  version: string;
  /** Midnight of the version's date, in milliseconds. */
  at: number;
}>;

/** The version of every client library, and its date: that of sdk/typescript/package.json. */
export function sdkVersion(root: string): SdkVersion {
  const manifest = JSON.parse(readFileSync(join(root, "sdk/typescript/package.json"), "utf8"));
  const { version, date } = manifest as { version: string; date: string };
  if (!/^\d{4}-\d\d-\d\d$/.test(date))
    throw new Error("sdk/typescript/package.json has no date of its version");
  return { version, at: Date.parse(`${date}T00:00:00Z`) };
}
