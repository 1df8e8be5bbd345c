export function toHex(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
}
