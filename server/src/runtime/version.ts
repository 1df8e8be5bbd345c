import { isSea } from "node:sea";
import manifest from "../../package.json" with { type: "json" };

// Defined by the bundler. They do not exist when the program runs from its sources.
declare const SVC_RELEASE: boolean | undefined;
declare const SVC_COMMIT: string | undefined;

export const version: string = manifest.version;

/** The commit that the program was built from; empty when it runs from its sources. */
export const commit: string = typeof SVC_COMMIT === "undefined" ? "" : SVC_COMMIT;

/** Whether this is a release: the executable, or a bundle built for release. */
export const isRelease: boolean = isSea() || (typeof SVC_RELEASE !== "undefined" && SVC_RELEASE === true);
