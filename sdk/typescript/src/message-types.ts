/** A request: these fields must be there, the others may be. */
export type Asks<Request, Needed extends keyof Request> = Required<Pick<Request, Needed>> &
  Omit<Request, Needed>;

/** An answer. The server sends every field, also those that have their default value. */
export type Tells<Message, Otherwise extends keyof Message = never> = Readonly<
  Required<Omit<Message, Otherwise>>
>;
