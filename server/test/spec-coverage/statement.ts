/** The file of a test, from the root of the repository, and the titles of the tests in it that prove a statement. */
export type Proof = Readonly<Record<string, string | readonly string[]>>;

export type Statement = Readonly<{
  /** N1, N2, … for the network interface; C1, C2, … for the command line. It never changes its meaning. */
  id: string;
  says: string;
  verdict: "as written" | "extended" | "outside world";
  /** Of a statement that needs the outside world: against a stand-in. */
  proof: Proof;
  /** The decision behind an extension. */
  adr?: string;
  /** Why only the outside world can prove it. */
  why?: string;
  /** Commands with their flags, as they are typed: `instance smtp set --host --port`. */
  covers?: readonly string[];
  /** What the program does not do yet. */
  pending?: string;
}>;

export type Chapter = Readonly<{ title: string; statements: readonly Statement[] }>;

type More = Pick<Statement, "covers" | "pending">;

/**
 * A title is the text of its `test(…)`, placeholders of `test.each` included. ` » ` after a placeholder names the
 * case: `$name » no key is API_KEY_MISSING`.
 */
export function asWritten(id: string, says: string, proof: Proof, more: More = {}): Statement {
  return { id, says, verdict: "as written", proof, ...more };
}

/** It holds, and the program does more, or knows an exception that a decision explains. */
export function extended(id: string, says: string, adr: string, proof: Proof, more: More = {}): Statement {
  return { id, says, verdict: "extended", adr, proof, ...more };
}

export function outsideWorld(
  id: string,
  says: string,
  why: string,
  proof: Proof,
  more: More = {},
): Statement {
  return { id, says, verdict: "outside world", why, proof, ...more };
}
