import type { Place } from "./place.ts";

/** One way to build and run the client library. */
export type Cell = Readonly<{
  name: string;
  /** What an app of this kind has from the package registry, in exact versions. */
  packages: Readonly<Record<string, string>>;
  /** Runs in `npm test` too, on packages that the lockfile has. */
  isQuick?: boolean;
  /** What the table shows in place of all packages. */
  version?: string;
  /** More than the scenario's own lines. */
  extra?: readonly string[];
  /** Builds the app, runs it, and returns what it printed. */
  run: (place: Place) => Promise<string>;
}>;

/** The machine lacks something that the cell needs. */
export class CannotRun extends Error {}
