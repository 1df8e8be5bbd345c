/** SVC_TEST_FULL=1 runs the same tests longer. */
export const isFull: boolean = process.env.SVC_TEST_FULL === "1";

export function times(small: number, large: number): number {
  return isFull ? large : small;
}
