/** Thrown by a parser. The problem continues the sentence `<where> <value> ...`; the loader adds both. */
export class BadValue extends Error {
  override readonly name = "BadValue";
  readonly hint: string;

  constructor(problem: string, hint: string) {
    super(problem);
    this.hint = hint;
  }
}
