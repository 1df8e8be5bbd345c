const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export function toBase64Url(bytes: ArrayLike<number>): string {
  let text = "";
  for (let bit = 0; bit < bytes.length * 8; bit += 6) {
    const at = bit >> 3;
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    text += DIGITS[(pair >> (10 - (bit & 7))) & 63];
  }
  return text;
}
