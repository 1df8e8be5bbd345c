import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";

/** On whose behalf a page calls: the project, if it has one, by its publishable key, the person by their address. */
export type PageCaller = { publishableKey?: string; clientIp: string; userAgent: string };

/** Calls a public method as a client would, guards and limits included, without the wire in between. */
export type InProcess = <M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  caller: PageCaller,
) => Promise<MessageShape<M["output"]>>;
