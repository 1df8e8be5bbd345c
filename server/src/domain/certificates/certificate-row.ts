import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { Certificate, Millis } from "../../storage/db.ts";

/** A certificate is renewed after two thirds of its lifetime. Undefined if none was issued yet. */
export function renewAt({ notBefore, notAfter }: Certificate): Millis | undefined {
  if (notBefore === null || notAfter === null) return undefined;
  return notBefore + Math.floor(((notAfter - notBefore) * 2) / 3);
}

export function sealedPlace({ id }: Certificate): SealedPlace {
  return { table: "certificates", column: "private_key_sealed", project: "", row: id };
}
