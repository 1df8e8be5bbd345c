const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Standard, URL-safe or passlib's alphabet (`.` for `+`), with or without padding; undefined for anything else. */
export function decodeAnyBase64(text: string): Buffer | undefined {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll(".", "+");
  return BASE64.test(standard) ? Buffer.from(standard, "base64") : undefined;
}
