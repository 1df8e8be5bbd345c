import type { HashTurn } from "./hash-caller.ts";

/** Those who wait, in the order in which they are let in. */
export type Line<T> = {
  readonly size: number;
  add(turn: HashTurn, item: T): void;
  /** Removes and returns who is next. */
  take(): T | undefined;
  remove(turn: HashTurn, item: T): void;
};

/**
 * Lets in one of each class in turn, of a class one of each address in turn, of an address one of each
 * account in turn, and the calls for one account as they came.
 */
export function fairLine<T>(): Line<T> {
  const byAccount = (): Line<T> => inTurn((turn) => turn.account, inOrder<T>);
  const byAddress = (): Line<T> => inTurn((turn) => turn.address, byAccount);
  return inTurn((turn) => turn.class, byAddress);
}

/** One line for each key. The line that has let one in goes behind the others. */
function inTurn<T>(keyOf: (turn: HashTurn) => string, newLine: () => Line<T>): Line<T> {
  const lines = new Map<string, Line<T>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(turn, item) {
      const key = keyOf(turn);
      const line = lines.get(key) ?? newLine();
      lines.set(key, line);
      line.add(turn, item);
      size += 1;
    },
    take() {
      const [first] = lines;
      if (!first) return undefined;
      const [key, line] = first;
      lines.delete(key);
      const item = line.take();
      if (line.size > 0) lines.set(key, line);
      size -= 1;
      return item;
    },
    remove(turn, item) {
      const key = keyOf(turn);
      const line = lines.get(key);
      if (!line) return;
      size -= line.size;
      line.remove(turn, item);
      size += line.size;
      if (line.size === 0) lines.delete(key);
    },
  };
}

function inOrder<T>(): Line<T> {
  const items = new Set<T>();
  return {
    get size() {
      return items.size;
    },
    add(_turn, item) {
      items.add(item);
    },
    take() {
      const [first] = items;
      if (first !== undefined) items.delete(first);
      return first;
    },
    remove(_turn, item) {
      items.delete(item);
    },
  };
}
