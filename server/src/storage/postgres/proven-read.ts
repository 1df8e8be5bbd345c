import { type RootOperationNode, SelectQueryNode } from "kysely";
import { ReadOnlyServerError } from "./errors.ts";

/**
 * A standby may not know yet that a session was ended, or that a user exists. So every read also returns whether a
 * standby answered it, and what a standby says is not used. New connections are checked when they are opened, but a
 * pooler may lead the next statement to another server.
 */
export function provenRead(sql: string): string {
  return `select pg_is_in_recovery() as ${STANDBY}, found.* from (values (1)) as always
    left join lateral (select true as ${FOUND}, read.* from (${sql}) as read) as found on true`;
}

const STANDBY = "svc_standby";
const FOUND = "svc_found";

/** How many columns stand before those of the read. */
export const PROOF_COLUMNS = 2;

/** Changes, and locks of rows, are refused by a standby. Statements with steps before them change something. */
export function needsProof(query: RootOperationNode): boolean {
  return SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined;
}

/** Of one row as pg received it. False for the row that stands for none. */
export function isFound([isStandby, isFound]: readonly unknown[]): boolean {
  if (isStandby === "t" || isStandby === true) throw new ReadOnlyServerError("a standby has answered");
  return isFound !== null;
}

/** Of rows as objects. */
export function withoutProof<Row>(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => {
    const { [STANDBY]: standby, [FOUND]: found, ...others } = row as Record<string, unknown>;
    return isFound([standby, found]) ? [others as Row] : [];
  });
}
