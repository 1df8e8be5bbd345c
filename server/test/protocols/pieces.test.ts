import { afterAll, beforeAll, expect, test } from "vitest";
import { type FrontServer, openFront } from "./front-server.ts";
import { rawSocket } from "./raw-http.ts";

const PATH = "/grpc.health.v1.Health/Check";
const BODY = `{"service":"${"x".repeat(500)}"}`;
const LARGE = `{"service":"${"x".repeat(60_000)}"}`;

let front: FrontServer;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.listener.drain());

function head(...lines: string[]): string {
  return [`POST ${PATH} HTTP/1.1`, "host: a", "content-type: application/json", ...lines, "", ""].join(
    "\r\n",
  );
}

const sized = (body: string, ...lines: string[]): string => head(`content-length: ${body.length}`, ...lines);

/** The server has read what was written before once it has answered somebody else. */
async function untilRead(): Promise<void> {
  const answer = await fetch(`${front.url}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await answer.json()).toEqual({ status: "SERVING" });
}

async function answersTo(pieces: readonly string[]): Promise<string[]> {
  const { socket, closed } = await rawSocket(front.port);
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await untilRead();
  }
  return (await closed).split(/(?=HTTP\/1\.1 )/);
}

const last = "connection: close";
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each<[string, string[]]>([
  ["with its headers", [sized(BODY, last) + BODY]],
  ["after its headers", [sized(BODY, last), BODY]],
  ["partly with its headers", [sized(BODY, last) + BODY.slice(0, 100), BODY.slice(100)]],
  ["after half of its headers", [sized(BODY, last).slice(0, 30), sized(BODY, last).slice(30) + BODY]],
  ["in many pieces", [sized(BODY, last), ...(BODY.match(/.{1,100}/g) ?? [])]],
  ["larger than what Node keeps unread", [sized(LARGE, last), LARGE.slice(0, 40_000), LARGE.slice(40_000)]],
  ["larger, all at once", [sized(LARGE, last) + LARGE]],
  ["in chunks with its headers", [`${head("transfer-encoding: chunked", last)}${chunk(BODY)}0\r\n\r\n`]],
  ["in chunks of their own", [head("transfer-encoding: chunked", last), chunk("{"), chunk("}"), "0\r\n\r\n"]],
  ["as nothing at all", [head(last)]],
  ["as nothing, and says so", [sized("", last)]],
])("a body that comes %s is read", async (_, pieces) => {
  const [answer = "", ...more] = await answersTo(pieces);
  expect(answer).toContain("HTTP/1.1 200 OK");
  expect(answer).toContain('\r\n\r\n{"status":"SERVING"}');
  expect(more).toEqual([]);
});

test("requests that come together are answered one by one, in their order, on a connection that stays", async () => {
  const one = sized(BODY) + BODY;
  const broken = `${sized("[1")}[1`;
  const pieces = [one + broken + one, one, sized("", last)];
  const answers = await answersTo(pieces);
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["200", "400", "200", "200", "200"]);
});

test("a body that is too large is refused, however it comes", async () => {
  const tooLarge = `{"service":"${"x".repeat(70_000)}"}`;
  for (const pieces of [
    [sized(tooLarge, last) + tooLarge],
    [sized(tooLarge, last), tooLarge],
    [`${head("transfer-encoding: chunked", last)}${chunk(tooLarge)}0\r\n\r\n`],
  ]) {
    const [answer = ""] = await answersTo(pieces);
    expect(answer).toContain("REQUEST_TOO_LARGE");
  }
});
