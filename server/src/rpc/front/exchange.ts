import type { IncomingHttpHeaders } from "node:http";
import type { AppError } from "../../errors.ts";
import type { Answer } from "./answer.ts";

/** One request and the way to answer it, over whichever HTTP it came. */
export type Exchange = {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The caller is gone, and will not be heard of any more. */
  readonly isClosed: boolean;
  /** Called once, when the caller is gone or has its answer. */
  onClose: (listener: () => void) => void;
  /** The whole body, or why there is none. */
  body: (maxMessageBytes: number, maxBytes: number) => Promise<Buffer | AppError>;
  /** What the caller still sends, thrown away. An answer waits for it, unless it is due; undefined when all has come. */
  rest: () => Promise<void> | undefined;
  /** Does nothing when the caller is gone. */
  send: (answer: Answer) => void;
  destroy: () => void;
};
