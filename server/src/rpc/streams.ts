import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type ConnectRouter, createConnectRouter } from "@connectrpc/connect";
import type { UniversalHandler } from "@connectrpc/connect/protocol";
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import type { Log } from "../log.ts";

/** The few methods that are streams (health Watch, reflection) run on connect-node. */
export function streamHandlers(
  register: (router: ConnectRouter) => void,
  options: { shutdown: AbortSignal; log: Log },
): ReadonlyMap<string, RequestListener> {
  const router = createConnectRouter({
    acceptCompression: [compressionGzip],
    readMaxBytes: 64 * 1024,
    shutdownSignal: options.shutdown,
  });
  register(router);
  const streams = router.handlers.filter(({ method }) => method.methodKind !== "unary");
  return new Map(streams.map((handler) => [handler.requestPath, nodeListener(handler, options.log)]));
}

function nodeListener(handler: UniversalHandler, log: Log): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    handler(universalRequestFromNodeRequest(request, response, undefined, undefined))
      .then((answer) => universalResponseToNodeResponse(answer, response))
      .catch((error: unknown) => {
        // A caller who leaves in the middle of a stream is no failure of ours.
        if (!response.destroyed && !request.destroyed) {
          log("error", "stream failed", { method: handler.requestPath, detail: String(error) });
        }
      });
  };
}
