import { createServer as createHttp } from "node:http";
import { createServer as createHttp2, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Server } from "node:net";

// A process of its own: as little as can be done with a request on Node's own sockets. Every answer is the body
// of its request; over HTTP/2 with the trailers of gRPC.
const http1 = createHttp((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});

const http2 = createHttp2();
http2.on("stream", (stream: ServerHttp2Stream) => {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("end", () => {
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
  stream.on("error", () => {}); // the client has closed the stream
});

const ports = await Promise.all([listen(http1), listen(http2)]);
process.send?.(ports);
process.once("disconnect", () => process.exit());

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}
