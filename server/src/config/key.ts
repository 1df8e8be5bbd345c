import type { Parser } from "./parsers.ts";

export type Key<T = unknown> = Readonly<{
  /** Dotted name in the configuration file. */
  toml?: string;
  /** Flag without dashes. */
  flag?: string;
  env: string;
  /** What a value looks like, for help; none for a switch. */
  value?: string;
  /** The default as one would type it. It goes through `parse` like any other value. */
  fallback: unknown;
  /** Never printed. */
  secret?: true;
  choices?: readonly string[];
  completes?: "file" | "directory";
  about: string;
  parse: Parser<T>;
}>;
