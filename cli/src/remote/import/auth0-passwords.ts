import { usageFailure } from "../../failure.ts";
import { isRow, type Row } from "./fields.ts";

/** One line of the export of password hashes that Auth0's support makes. */
type Line = Readonly<{ hash: string; connection: unknown }>;

/** The password hashes of Auth0's database users, by the user's id and by the address. */
export class Auth0Passwords {
  readonly #byId = new Map<string, Line>();
  /** Undefined for an address that users of several connections have. */
  readonly #byEmail = new Map<string, Line | undefined>();
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
    const id = row.alt_id ?? $oid;
    if (typeof id === "string") this.#byId.set(id, line);
    const email = emailOf(row);
    if (email !== "") this.#byEmail.set(email, this.#byEmail.has(email) ? undefined : line);
  }

  /** The hash of one database account of a user; empty when there is none. */
  hashOf(email: unknown, account: Row): string {
    const id = typeof account.user_id === "string" ? account.user_id : "";
    // Users of a custom database are `connection|id`.
    const line = this.#byId.get(id) ?? this.#byId.get(id.slice(id.lastIndexOf("|") + 1));
    const found = line ?? this.#ofAddress(email, account.connection);
    if (found !== undefined) this.#unused.delete(found);
    return found?.hash ?? "";
  }

  #ofAddress(email: unknown, connection: unknown): Line | undefined {
    const line = typeof email === "string" ? this.#byEmail.get(email.trim().toLowerCase()) : undefined;
    const isOther =
      connection !== undefined && line?.connection !== undefined && line.connection !== connection;
    return isOther ? undefined : line;
  }
}

/** Newer exports have the address only among the identifiers. */
function emailOf(row: Row): string {
  const identifiers = Array.isArray(row.identifiers) ? row.identifiers.filter(isRow) : [];
  const email = row.email ?? identifiers.find(({ type }) => type === "email")?.value;
  return typeof email === "string" ? email.trim().toLowerCase() : "";
}
