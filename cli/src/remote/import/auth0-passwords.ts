import { usageFailure } from "../../failure.ts";
import { isRow, type Row } from "./fields.ts";

/** One line of the export of password hashes that Auth0's support makes. */
type Line = Readonly<{ hash: string; connection: unknown }>;

/** The password hashes of Auth0's database users, by the user's id and by the address. */
export class Auth0Passwords {
  readonly #byId = new Map<string, Line[]>();
  readonly #byEmail = new Map<string, Line[]>();
  readonly #unused = new Set<Line>();

  constructor(name: string, document: unknown) {
    const lines = Array.isArray(document) ? document : [document];
    for (const [index, line] of lines.entries()) {
      if (!isRow(line) || typeof line.passwordHash !== "string") {
        const hint = "--auth0-passwords takes the export of password hashes that Auth0's support makes";
        throw usageFailure(`${name}: entry ${index} has no passwordHash`, hint);
      }
      this.#add(line, { hash: line.passwordHash, connection: line.connection });
    }
  }

  get unused(): number {
    return this.#unused.size;
  }

  #add(row: Row, line: Line): void {
    this.#unused.add(line);
    const { $oid } = isRow(row._id) ? row._id : { $oid: row._id };
    // Whoever has an alt_id is known to Auth0's API by that.
    addTo(this.#byId, row.alt_id ?? $oid, line);
    addTo(this.#byEmail, emailOf(row), line);
  }

  /** The hash of one database account of a user; empty when there is none, or more than one could be meant. */
  hashOf(email: unknown, { user_id, connection }: Row): string {
    const id = typeof user_id === "string" ? user_id : "";
    const address = typeof email === "string" ? email.trim().toLowerCase() : "";
    const found = [
      this.#byId.get(id),
      this.#byId.get(id.slice(id.lastIndexOf("|") + 1)), // in a custom database `connection|id`
      this.#byEmail.get(address),
    ]
      .map((lines = []) => lines.filter((line) => isPossible(line, connection)))
      .find((lines) => lines.length > 0);
    const [line, ...others] = found ?? [];
    if (line === undefined || others.length > 0) return "";
    this.#unused.delete(line);
    return line.hash;
  }
}

function addTo(lines: Map<string, Line[]>, key: unknown, line: Line): void {
  if (typeof key !== "string" || key === "") return;
  const same = lines.get(key);
  if (same === undefined) lines.set(key, [line]);
  else same.push(line);
}

/** Ids and addresses are unique within a connection only. */
function isPossible(line: Line, connection: unknown): boolean {
  return connection === undefined || line.connection === undefined || line.connection === connection;
}

/** Newer exports have the address only among the identifiers. */
function emailOf(row: Row): string {
  const identifiers = Array.isArray(row.identifiers) ? row.identifiers.filter(isRow) : [];
  const email = row.email ?? identifiers.find(({ type }) => type === "email")?.value;
  return typeof email === "string" ? email.trim().toLowerCase() : "";
}
