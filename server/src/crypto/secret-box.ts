import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { decodeBase64url } from "./base64url.ts";
import { createProjectMac, type ProjectMac } from "./project-mac.ts";
import { randomBytes } from "./random-bytes.ts";

/** Where a sealed value is stored. Opening it with another place fails. `project` is empty for the instance's values. */
export type SealedPlace = { table: string; column: string; project: string; row: string };

export type SecretBox = {
  /** Identifies the master key without revealing it. */
  readonly keyId: string;
  /** Encrypts as `v1.<key id>.<nonce>.<ciphertext and tag>`. */
  seal(plaintext: string | Uint8Array, place: SealedPlace): string;
  open(sealed: string, place: SealedPlace): string;
  openBytes(sealed: string, place: SealedPlace): Uint8Array;
  /** For values that are compared and never read back. */
  mac: ProjectMac;
};

/** `wrong-key`: sealed under another master key. `damaged`: altered, or moved here from another place. */
export type SealErrorReason =
  | "invalid-master-key"
  | "invalid-place"
  | "malformed"
  | "wrong-key"
  | "damaged"
  | "not-text";

export class SealError extends Error {
  override readonly name = "SealError";
  readonly reason: SealErrorReason;

  constructor(reason: SealErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const version = "v1";
const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM with one key per project, all derived from the master key. */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  if (masterKey.length !== 32) {
    throw new SealError(
      "invalid-master-key",
      `the master key must be 32 bytes long, not ${masterKey.length}`,
    );
  }
  const master = createSecretKey(masterKey);
  const keyId = Buffer.from(hkdfSync("sha256", master, "", "svc master key id", 6)).toString("base64url");
  const keyOf = projectKeys(master);

  function openBytes(sealed: string, place: SealedPlace): Buffer {
    const aad = additionalData(place);
    const { nonce, ciphertext, tag } = split(sealed, keyId, place);
    const decipher = createDecipheriv("aes-256-gcm", keyOf(place.project), nonce, {
      authTagLength: tagLength,
    });
    decipher.setAAD(aad).setAuthTag(tag);
    const plaintext = decipher.update(ciphertext);
    try {
      decipher.final();
    } catch {
      throw new SealError("damaged", `${describe(place)} was altered or belongs to another place`);
    }
    return plaintext;
  }

  return {
    keyId,

    seal(plaintext, place) {
      const aad = additionalData(place);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", keyOf(place.project), nonce, { authTagLength: tagLength });
      cipher.setAAD(aad);
      const bytes = typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext;
      const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      return [version, keyId, nonce.toString("base64url"), body.toString("base64url")].join(".");
    },

    open(sealed, place) {
      const bytes = openBytes(sealed, place);
      try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        throw new SealError("not-text", `${describe(place)} holds bytes, not text`);
      }
    },

    openBytes,

    mac: createProjectMac(master),
  };
}

function split(sealed: string, keyId: string, place: SealedPlace) {
  const [sealedVersion, sealedKeyId, nonceText, bodyText, ...rest] = sealed.split(".", 5);
  const nonce = decodeBase64url(nonceText ?? "");
  const body = decodeBase64url(bodyText ?? "");
  const isWhole = nonce?.length === nonceLength && body !== undefined && body.length >= tagLength;
  if (sealedVersion !== version || !isWhole || rest.length > 0) {
    throw new SealError("malformed", `${describe(place)} is not a sealed value`);
  }
  if (sealedKeyId !== keyId) {
    throw new SealError("wrong-key", `${describe(place)} was sealed under another master key than ${keyId}`);
  }
  return { nonce, ciphertext: body.subarray(0, -tagLength), tag: body.subarray(-tagLength) };
}

/** Binds the ciphertext to its place, so that a value copied to another row or project does not open. */
function additionalData(place: SealedPlace): Buffer {
  const parts = [version, place.table, place.column, place.project, place.row];
  if (parts.some((part) => part.includes("|"))) {
    // Otherwise two places could have the same text.
    throw new SealError("invalid-place", `${describe(place)}: no part of a place may contain "|"`);
  }
  return Buffer.from(parts.join("|"), "utf8");
}

function describe(place: SealedPlace): string {
  return `${place.table}.${place.column} of row ${place.row}`;
}

const cachedKeys = 1024;

function projectKeys(master: KeyObject): (project: string) => KeyObject {
  const cache = new Map<string, KeyObject>();

  return (project) => {
    const cached = cache.get(project);
    if (cached !== undefined) return cached;

    const derived = hkdfSync("sha256", master, "", `svc secret box|${project}`, 32);
    const key = createSecretKey(new Uint8Array(derived));
    const [oldest] = cache.keys();
    if (cache.size >= cachedKeys && oldest !== undefined) cache.delete(oldest);
    cache.set(project, key);
    return key;
  };
}
