import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

const CACHED_KEYS = 1024;

/** Computes the MAC of a text with the project's key for this purpose. */
export type ProjectMac = (project: string, purpose: string, text: string) => Buffer;

/** HMAC-SHA-256 with one key per project and purpose, all derived from the master key. */
export function createProjectMac(master: KeyObject): ProjectMac {
  const keys = new Map<string, KeyObject>();

  function keyOf(name: string): KeyObject {
    const cached = keys.get(name);
    if (cached !== undefined) return cached;
    const key = createSecretKey(new Uint8Array(hkdfSync("sha256", master, "", name, 32)));
    const [oldest] = keys.keys();
    if (keys.size >= CACHED_KEYS && oldest !== undefined) keys.delete(oldest);
    keys.set(name, key);
    return key;
  }

  return (project, purpose, text) =>
    createHmac("sha256", keyOf(`svc mac|${purpose}|${project}`))
      .update(text)
      .digest();
}
