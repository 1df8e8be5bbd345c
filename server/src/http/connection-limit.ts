export type ConnectionLimit = {
  /** False when there is no room for another connection. */
  take: () => boolean;
  giveBack: () => void;
  open: () => number;
  /** Told of every connection that found no room. */
  onRefused: () => void;
};

/** How many connections may be open at once, on all ports together. */
export function createConnectionLimit(max: number): ConnectionLimit {
  let open = 0;
  const limit: ConnectionLimit = {
    take() {
      if (open >= max) {
        limit.onRefused();
        return false;
      }
      open += 1;
      return true;
    },
    giveBack() {
      open -= 1;
    },
    open: () => open,
    onRefused() {},
  };
  return limit;
}
