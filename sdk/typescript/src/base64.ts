// By hand, because older Hermes engines have neither atob nor TextDecoder.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Reads base64 as Connect writes it: the ordinary alphabet, without padding. */
export function fromBase64(text: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const digit of text) {
    bits = (bits << 6) | DIGITS.indexOf(digit);
    count += 6;
    if (count > 7) {
      count -= 8;
      bytes.push((bits >> count) & 255);
    }
  }
  return bytes;
}
