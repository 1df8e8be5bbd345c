import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { type GoogleAnswer, googleFailure } from "./google-tokens.ts";

const notFound: GoogleAnswer = googleFailure(404, "NOT_FOUND", "editNotFound");

/** Edits of an app, as far as they tell its details. An account has one open at a time: the next ends it. */
export class PlayEdits {
  /** Id of the one that is open. */
  open: string | undefined;
  /** How often one was opened. */
  count = 0;
  readonly #details: () => androidpublisher_v3.Schema$AppDetails;

  constructor(details: () => androidpublisher_v3.Schema$AppDetails) {
    this.#details = details;
  }

  /** `path` is what comes after `edits`, in its parts. */
  answer(method: string, [id, below]: readonly string[]): GoogleAnswer {
    if (id === undefined) return method === "POST" ? this.#insert() : notFound;
    if (id !== this.open) return notFound;
    if (method === "GET" && below === "details") return [200, this.#details()];
    if (method !== "DELETE" || below !== undefined) return notFound;
    this.open = undefined;
    return [204, undefined];
  }

  #insert(): GoogleAnswer {
    this.count += 1;
    this.open = String(this.count);
    return [200, { id: this.open, expiryTimeSeconds: "1800000000" }];
  }
}
