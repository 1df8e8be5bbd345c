/** They turn the direction of the text around them, so that a name reads as something that it is not. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;

export function hasDirectionMarks(text: string): boolean {
  return text.search(DIRECTION_MARKS) >= 0;
}

export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, "");
}
