import { hash } from "node:crypto";

/**
 * Whether statements are prepared under a name, once for each connection, or anew for each execution. `auto` prepares
 * them under names unless a pooler is in between: it may execute a statement on another connection than it was prepared
 * on.
 */
export const preparedStatements = ["auto", "named", "unnamed"] as const;
export type PreparedStatements = (typeof preparedStatements)[number];

/** For a statement that is prepared for one execution. */
const UNNAMED = "";
const MOST_NAMES = 500;

export type Names = {
  /** How statements are named on a connection. */
  (isPooled: boolean): (text: string) => string;
  /** From now on no statement has a name. Returns false if that was so before. */
  withoutNames: () => boolean;
};

/**
 * A name follows from the text: behind a pooler, several processes share connections, and the same name must not stand
 * for two statements. Beyond the limit a statement is planned anew each time.
 */
export function createNames(mode: PreparedStatements): Names {
  const names = new Map<string, string>();
  let isNamed = mode !== "unnamed";
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return UNNAMED;
    const name = `svc_${hash("sha256", text).slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
  const ofConnection = (isPooled: boolean): ((text: string) => string) =>
    isNamed && (mode === "named" || !isPooled) ? nameOf : () => UNNAMED;
  const withoutNames = (): boolean => {
    const wasNamed = isNamed;
    isNamed = false;
    return wasNamed;
  };
  return Object.assign(ofConnection, { withoutNames });
}
