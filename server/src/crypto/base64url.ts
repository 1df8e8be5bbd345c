/**
 * Decodes base64url, or returns undefined unless the text is the one way to write those bytes.
 * Node itself also accepts padding, whitespace, `+/` and stray trailing bits: several texts for one value.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
