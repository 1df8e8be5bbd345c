export type Message = Readonly<{
  /** A phone shows one notification for each id, even if the same message arrives twice. At most 64 bytes. */
  id: string;
  title: string;
  body: string;
  /** For the app. Values are strings, because FCM takes nothing else. */
  data?: Readonly<Record<string, string>>;
}>;

/** What became of a message to one device. `code` is the vendor's word, never a token. */
export type Outcome =
  | { kind: "sent" }
  /** The token is dead since then: remove the device. */
  | { kind: "dead"; code: string; reason: "unregistered" | "bad_token" | "topic_mismatch"; since: Date }
  /** Try again after this time, or after a time of your choice. */
  | { kind: "later"; code: string; afterMs?: number }
  | { kind: "failed"; code: string };

/** Sends a message to one token of one app, once. */
export type Send = (device: { token: string; appId: string }, message: Message) => Promise<Outcome>;
