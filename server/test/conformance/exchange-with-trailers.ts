import type { Exchange } from "../../src/rpc/front/exchange.ts";
import type { Wire } from "../../src/rpc/front/wire.ts";
import type { Header } from "./messages.ts";

/** Adds trailers to what the front answers: our own methods have none. */
export function withTrailers(exchange: Exchange, wire: Wire, trailers: () => Header[]): Exchange {
  const send: Exchange["send"] = (answer) => {
    const added = trailers();
    const pairs = added.flatMap(({ name, value }) => value.map((one) => [name, one] as const));
    if (wire.protocol === "connect") {
      const headers = pairs.flatMap(([name, value]) => [`trailer-${name}`, value]);
      return exchange.send({ ...answer, headers: [...answer.headers, ...headers] });
    }
    if (wire.protocol === "grpc-web") return exchange.send({ ...answer, ...longer(answer, pairs) });
    if (!answer.trailers) return exchange.send({ ...answer, headers: [...answer.headers, ...pairs.flat()] });
    const grouped = Object.fromEntries(added.map(({ name, value }) => [name, value]));
    exchange.send({ ...answer, trailers: { ...answer.trailers, ...(grouped as object) } });
  };
  return new Proxy(exchange, {
    get(target, name) {
      if (name === "send") return send;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The last frame of the body is the trailers. */
function longer(
  { body, headers }: { body: string | Uint8Array; headers: readonly string[] },
  pairs: readonly (readonly [string, string])[],
): { body: Buffer; headers: string[] } {
  const bytes = Buffer.from(body as Uint8Array);
  let at = 0;
  while (bytes[at] !== 0x80) at += 5 + bytes.readUInt32BE(at + 1);
  const lines = Buffer.from(pairs.map(([name, value]) => `${name}: ${value}\r\n`).join(""));
  const whole = Buffer.concat([bytes, lines]);
  whole.writeUInt32BE(whole.length - at - 5, at + 1);
  const length = headers.indexOf("content-length") + 1;
  return { body: whole, headers: headers.with(length, String(whole.length)) as string[] };
}
