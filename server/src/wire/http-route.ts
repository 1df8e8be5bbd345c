import type { IncomingMessage, ServerResponse } from "node:http";

export type HttpRequest = {
  raw: IncomingMessage;
  path: string;
  /** What the pattern's named groups matched. */
  parameters: Readonly<Record<string, string>>;
};

/** One plain HTTP endpoint. HEAD is served by GET without its body. */
export type HttpRoute = {
  methods: readonly ("GET" | "POST")[];
  pattern: RegExp;
  handle: (request: HttpRequest, response: ServerResponse) => Promise<void> | void;
};
