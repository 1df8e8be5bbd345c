/** Bidirectional control characters reverse the text around them, so that a name can look like another one. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;

export function hasDirectionMarks(text: string): boolean {
  return text.search(DIRECTION_MARKS) >= 0;
}

export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, "");
}
