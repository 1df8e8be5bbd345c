import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clientOf } from "../src/remote/client.ts";
import { RemoteCli } from "./remote-cli.ts";

const token = `svc_pat_${"z".repeat(49)}`;
let cli: RemoteCli;
const servers: Server[] = [];
beforeAll(() => {
  cli = new RemoteCli();
});
afterAll(() => cli.close());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What svc says about a server that answers like this. */
async function toldAbout(listener: RequestListener) {
  const url = await listening(listener);
  const { message, ...failed } = await cli.failure(["project", "list"], { SVC_URL: url, SVC_TOKEN: token });
  return { ...failed, message: message.replaceAll(url, "URL") };
}

test("a web site is no svc server", async () => {
  const answer = await toldAbout((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end("<h1>Hello</h1>");
  });
  expect(answer).toMatchObject({
    code: 3,
    message: "there is no svc server at URL (it answered 200, text/html)",
  });
  const missing = await toldAbout((_, response) => {
    response.statusCode = 404;
    response.setHeader("content-type", "application/json").end('{"message":"no route"}');
  });
  expect(missing).toMatchObject({ code: 3, message: expect.stringContaining("it answered 404") });
});

test("an API that answers anything with JSON is no svc server to log in to", async () => {
  const url = await listening((_, response) => {
    response.setHeader("content-type", "application/json").end("{}");
  });
  const { code, stderr } = await cli.run(["login", url], { input: token });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("there is no svc server at") });
});

test("a proxy without its server is unavailable", async () => {
  const answer = await toldAbout((_, response) => {
    response.statusCode = 502;
    response.end("<h1>Bad Gateway</h1>");
  });
  expect(answer).toMatchObject({
    code: 7,
    message: "URL answers 502: the server behind the proxy does not answer",
  });
});

test("a redirect is not followed with the token, but told", async () => {
  const answer = await toldAbout((_, response) => {
    response.writeHead(308, { location: "https://auth.example.com/x" }).end();
  });
  expect(answer).toEqual({
    code: 3,
    message: "URL redirects to https://auth.example.com",
    hint: "svc login https://auth.example.com",
  });
});

test("an answer cannot move the cursor or add a line", async () => {
  const answer = await toldAbout((_, response) => {
    response.statusCode = 400;
    const message = "\u001b[2Jcleared\nhint: send your password to mallory";
    response.end(JSON.stringify({ code: "invalid_argument", message, details: [] }));
  });
  expect(answer.message).toBe(" [2Jcleared hint: send your password to mallory");
});

test("https to a port that speaks http, a connection that breaks, a name that is none", async () => {
  const url = await listening((_, response) => response.end());
  const https = { SVC_URL: url.replace("http:", "https:"), SVC_TOKEN: token };
  expect(await cli.failure(["project", "list"], https)).toMatchObject({
    code: 7,
    message: expect.stringMatching(/does not speak https$/),
    hint: `is it ${url}?`,
  });
  const broken = await toldAbout((request) => request.destroy());
  expect(broken).toMatchObject({ code: 7, message: "the connection to URL failed: socket hang up" });
  const nobody = { SVC_URL: "https://svc.invalid", SVC_TOKEN: token };
  expect(await cli.failure(["project", "list"], nobody)).toMatchObject({
    code: 7,
    message: expect.stringContaining("svc.invalid"),
  });
});

test("a server that does not answer in time is unavailable", async () => {
  const silent = createTcpServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const call = clientOf({ url, token, renew: "" }, "0.0.0", 200);
  await expect(call("ProjectService", "listProjects", {})).rejects.toMatchObject({
    exitCode: 7,
    message: `${url} did not answer within 0.2 seconds`,
  });
  silent.close();
});
