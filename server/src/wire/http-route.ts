import type { IncomingMessage, ServerResponse } from "node:http";

export type HttpRequest = {
  raw: IncomingMessage;
  path: string;
  /** The matches of the pattern's named groups. */
  parameters: Readonly<Record<string, string>>;
};

/** One plain HTTP endpoint. HEAD is answered like GET, without the body. */
export type HttpRoute = {
  methods: readonly ("GET" | "POST")[];
  pattern: RegExp;
  handle: (request: HttpRequest, response: ServerResponse) => Promise<void> | void;
};
