import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";

/**
 * Who a page calls for: the project by its publishable key, unless the page has none, and the visitor by their address.
 * `acceptLanguage` is the language of the page, or what the visitor's browser asks for.
 */
export type PageCaller = {
  publishableKey?: string;
  clientIp: string;
  userAgent: string;
  acceptLanguage?: string;
};

/** Calls a public method as a client would, with the same guards and limits, but without the network. */
export type InProcess = <M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  caller: PageCaller,
) => Promise<MessageShape<M["output"]>>;
