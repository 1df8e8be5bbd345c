import { invalidRequest } from "../../errors.ts";

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** A slug is permanent and part of URLs and tokens: lower-case letters, digits and single dashes. */
export function requireSlug(slug: string): string {
  if (!SLUG.test(slug))
    throw invalidRequest("slug", "must be 1 to 63 lower-case letters, digits and inner dashes");
  // Commands accept a slug or an id in the same argument, so a slug must not look like an id.
  if (UUID.test(slug)) throw invalidRequest("slug", "must not look like an id");
  return slug;
}

/** "Café München!" becomes "cafe-munchen". */
export function slugFromName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
}
