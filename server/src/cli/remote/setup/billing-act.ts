/** Does something at a store, or only says that it would. */
export type Act = (what: string, perform: () => Promise<unknown>) => Promise<void>;

/** Says what it would do, and changes nothing. */
export function planning(planned: string[]): Act {
  return async (what) => void planned.push(what);
}

/** Does it, and tells so as it goes. */
export function doing(done: string[], report: (what: string) => void): Act {
  return async (what, perform) => {
    await perform();
    done.push(what);
    report(what);
  };
}
