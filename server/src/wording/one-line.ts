/**
 * Removes line breaks and other control characters, which could start a new header, and bidirectional control
 * characters.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}
