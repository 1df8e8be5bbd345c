import { isSea } from "node:sea";
import manifest from "../../package.json" with { type: "json" };

// Put in by the bundler; run from its sources, the program has no such names.
declare const SVC_RELEASE: boolean | undefined;
declare const SVC_COMMIT: string | undefined;

export const version: string = manifest.version;

/** What it was built from; empty when it runs from its sources. */
export const commit: string = typeof SVC_COMMIT === "undefined" ? "" : SVC_COMMIT;

/** A program that is handed out: one executable, or a bundle built for release. */
export const isRelease: boolean = isSea() || (typeof SVC_RELEASE !== "undefined" && SVC_RELEASE === true);
