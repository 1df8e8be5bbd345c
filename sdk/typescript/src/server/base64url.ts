const ALPHABET = /^[\w-]*$/;

/**
 * Decodes base64url, or returns undefined unless the text is the one way to write those bytes: `atob` alone
 * also takes padding, spaces and stray trailing bits, which makes several tokens of one.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!ALPHABET.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const rewritten = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return rewritten === text ? Uint8Array.from(binary, (byte) => byte.charCodeAt(0)) : undefined;
}
