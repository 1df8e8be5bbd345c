/** What goes wrong with connections and is not the answer to a call. */
export type Trouble =
  /** A connection ended while nobody used it. */
  | "connection_lost"
  /** The server is not the primary any more, or is going down: all connections are replaced. */
  | "server_lost"
  /** The server has not confirmed a commit for a long time, as when its synchronous standby is gone. */
  | "commit_unconfirmed"
  /** The server has no connection left for this process. */
  | "no_connection_left"
  /** A pooler does not keep statements that are prepared under a name. */
  | "names_not_kept";

export type OnTrouble = (trouble: Trouble, error: Error) => void;
