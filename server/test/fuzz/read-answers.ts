import type { RawAnswer } from "../protocols/raw-http.ts";

type Read = { answer: RawAnswer; rest: Buffer };

/**
 * The answers at the start of what an HTTP/1.1 connection has brought so far, to requests of these methods. The last may
 * be cut short as long as the connection is open. Throws for bytes that are no answer.
 */
export function readAnswers(received: Buffer, methods: readonly string[], isOver: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; answers.length < methods.length && rest.length > 0; ) {
    const read = readAnswer(rest, methods[answers.length] ?? "", isOver);
    if (!read) break;
    rest = read.rest;
    if (read.answer.status >= 200) answers.push(read.answer);
  }
  return answers;
}

function readAnswer(bytes: Buffer, method: string, isOver: boolean): Read | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) {
    if (!"HTTP/1.1 ".startsWith(bytes.toString("latin1", 0, 9))) throw new Error(`no HTTP: ${bytes}`);
    return undefined;
  }
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: [^\r\n]*)?$/.exec(first)?.[1]);
  if (!status) throw new Error(`no status line: ${first}`);
  const headers = fieldsOf(lines);
  const rest = bytes.subarray(end + 4);
  const whole = (body: Buffer, taken: number, trailers = {}): Read => ({
    answer: { status, headers, trailers, body },
    rest: rest.subarray(taken),
  });
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), 0);
  if (headers["transfer-encoding"] === "chunked") return readChunks(rest, whole);
  const length = Number(headers["content-length"] ?? Number.NaN);
  if (length >= 0) return rest.length < length ? undefined : whole(rest.subarray(0, length), length);
  return isOver ? whole(rest, rest.length) : undefined;
}

function readChunks(
  bytes: Buffer,
  whole: (body: Buffer, taken: number, trailers: object) => Read,
): Read | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (!(size >= 0)) throw new Error(`no chunk: ${bytes.subarray(at, end)}`);
    if (size === 0) {
      const over =
        bytes.toString("latin1", end, end + 4) === "\r\n\r\n" ? end : bytes.indexOf("\r\n\r\n", end);
      if (over < 0) return undefined;
      const lines = bytes
        .toString("latin1", end + 2, over)
        .split("\r\n")
        .filter(Boolean);
      return whole(Buffer.concat(chunks), over + 4, fieldsOf(lines));
    }
    if (bytes.length < end + 4 + size) return undefined;
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+): ?(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
      return [name.toLowerCase(), value];
    }),
  );
}
