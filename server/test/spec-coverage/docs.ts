import { allStatements, commandLine, networkInterface } from "./chapters.ts";
import type { Chapter, Statement } from "./statement.ts";

export const regenerate = "sh tools/run node server/test/spec-coverage/docs.ts > docs/spec-coverage.md";

/** The whole of docs/spec-coverage.md. */
export function specCoverage(): string {
  return [
    `<!-- Written by \`${regenerate}\` from the table in server/test/spec-coverage; a test compares the two. -->`,
    "# What the spec says, and the tests that prove it",
    `The spec has two documents, the network interface (N) and the command line (C). Each of their statements has a number here, the tests
that prove it, and one of three verdicts. *As written*: the program does what the statement says. *Extended*: it does that and more, or knows an
exception, and a decision says why. *Needs the outside world*: only a real account at another company can prove it; the test runs against a
stand-in.`,
    summary(),
    "A statement without a test, or with one that is not there, fails `server/test/spec-coverage.test.ts`.",
    "## Network interface",
    ...networkInterface.flatMap(section),
    "## Command line",
    ...commandLine.flatMap(section),
  ]
    .join("\n\n")
    .concat("\n");
}

function summary(): string {
  const count = (verdict: Statement["verdict"]) =>
    allStatements.filter((statement) => statement.verdict === verdict).length;
  const [asWritten, extended, outside] = [count("as written"), count("extended"), count("outside world")];
  const open = allStatements.filter(({ pending }) => pending !== undefined).length;
  const rest = open === 0 ? "" : ` ${open} are pending: their row says what is missing.`;
  return `Of ${allStatements.length} statements ${asWritten} hold as written, ${extended} are extended and ${outside} need the outside world.${rest}`;
}

function section({ title, statements }: Chapter): string[] {
  const rows = statements.map((statement) => [
    statement.id,
    statement.says,
    verdictOf(statement),
    Object.entries(statement.proof).map(shownProof).join("; "),
  ]);
  return [`### ${title}`, table(["No.", "Statement", "Verdict", "Proof"], rows)];
}

function verdictOf({ verdict, adr, why, pending }: Statement): string {
  const open = pending === undefined ? "" : ` Pending: ${pending}.`;
  if (verdict === "extended") return `extended ([${adr?.slice(0, 4)}](adr/${adr}))${open && `.${open}`}`;
  if (verdict === "outside world") return `needs the outside world: ${why}${open}`;
  return `as written${open && `.${open}`}`;
}

function shownProof([file, titles]: [string, string | readonly string[]]): string {
  const quoted = [titles].flat().map((title) => `“${withoutMarks(title)}”`);
  return `\`${file}\`: ${quoted.join(", ")}`;
}

/** A title may hold what Markdown would take for marks. */
function withoutMarks(title: string): string {
  return title.replaceAll("`", "").replaceAll("*", "\\*").replaceAll("_", "\\_");
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(" | ")} |`;
  return [line(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(line)].join("\n");
}

function cellOf(text: string): string {
  return text.replaceAll("|", "\\|").replace(/`[^`]*`|</g, (piece) => (piece === "<" ? "\\<" : piece));
}

if (import.meta.main) process.stdout.write(specCoverage());
