/** Does something at a store, or only says that it would. */
export type Act = (what: string, perform: () => Promise<unknown>) => Promise<void>;
