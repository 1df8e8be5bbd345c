/** JSON on one line that a terminal shows as it is: nothing in it moves the cursor or turns text around. */
export function jsonText(value: unknown): string {
  // Below U+0020 JSON itself leaves nothing as it is.
  return JSON.stringify(value).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
