import { createPrivateKey, type KeyObject } from "node:crypto";
import { invalidRequest } from "../../errors.ts";
import { canonicalSender } from "./allowed-senders.ts";

/** Verifiers need not accept less than 1024 bits or more than 2048, and most accept 4096. */
const MIN_BITS = 2048;
const MAX_BITS = 4096;
const MAX_PEM = 10_000;

/** Labels of a host name. Together with the domain they are the name that DNS is asked for. */
const SELECTOR = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

export function requireDkimDomain(typed: string): string {
  const domain = canonicalSender(`@${typed.trim()}`)?.slice(1);
  if (domain === undefined || /^[\d.]+$/.test(domain))
    throw invalidRequest("domain", "is not a domain name (example: example.com)");
  return domain;
}

export function requireSelector(typed: string): string {
  const selector = typed.trim().toLowerCase();
  if (selector.length > 100 || !SELECTOR.test(selector))
    throw invalidRequest("selector", "must be letters, digits and dashes (example: s1)");
  return selector;
}

/** The error says nothing about the text, which may be a key of something else. */
export function requireDkimKey(pem: string): KeyObject {
  const key = readKey(pem);
  if (!key) throw invalidRequest("private_key", "is not a private key in PEM format without a passphrase");
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa" || bits < MIN_BITS || bits > MAX_BITS)
    throw invalidRequest("private_key", `must be an RSA key with ${MIN_BITS} to ${MAX_BITS} bits`);
  return key;
}

function readKey(pem: string): KeyObject | undefined {
  if (pem.length > MAX_PEM) return undefined;
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
