/** Does something at a store, or only says that it would. */
export type StepRunner = (what: string, perform: () => Promise<unknown>) => Promise<void>;
