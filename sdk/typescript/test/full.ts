/** SVC_TEST_FULL=1 runs the same tests longer. */
export function times(small: number, large: number): number {
  return process.env.SVC_TEST_FULL === "1" ? large : small;
}
