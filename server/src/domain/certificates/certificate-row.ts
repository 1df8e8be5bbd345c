import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { Certificate, Millis } from "../../storage/db.ts";

/** When two thirds of its life are over, however long that is; undefined while there is none. */
export function renewAt({ notBefore, notAfter }: Certificate): Millis | undefined {
  if (notBefore === null || notAfter === null) return undefined;
  return notBefore + Math.floor(((notAfter - notBefore) * 2) / 3);
}

export function sealedPlace({ id }: Certificate): SealedPlace {
  return { table: "certificates", column: "private_key_sealed", project: "", row: id };
}
