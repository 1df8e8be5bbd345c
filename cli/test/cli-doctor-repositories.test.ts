import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { librariesOf } from "../../server/src/testing/native-packages.ts";
import { PubServer } from "../../server/src/testing/pub-server.ts";
import type { Check } from "../src/doctor/check.ts";
import { Front, fromServer } from "./cli-doctor-stand-ins.ts";
import { RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
let front: Front;
let pub: PubServer;
let url = "";

beforeAll(async () => {
  front = new Front(createServer());
  url = await front.listen();
  pub = await PubServer.start(librariesOf("0.1.0", "2026-03-01"), url);
  cli = await RemoteBench.open(`rate_limits = "off"\nbase_url = "${url}"\n`);
  front.target = cli.url;
});
afterAll(async () => {
  await cli.close();
  front.server.close().closeAllConnections();
  await pub.close();
});
beforeEach(() => {
  front.bend = () => false;
});

async function doctor(): Promise<ReadonlyMap<string, Check>> {
  const { stdout } = await cli.run(["doctor", "--json"], { env: { SVC_URL: url, SVC_TOKEN: cli.token } });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return new Map(checks.map((check) => [check.id, check]));
}

function packumentAt(base: string): object {
  const dist = { tarball: `${base}/pub/@svc/sdk/-/sdk-0.1.0.tgz` };
  return { "dist-tags": { latest: "0.1.0" }, versions: { "0.1.0": { dist } } };
}

test.each<[string, number, () => unknown, string, RegExp]>([
  [
    "none",
    404,
    () => ({ reason: "NOT_FOUND" }),
    "not_checked",
    /^this server does not host the client library/,
  ],
  ["a proxy that refuses %2f", 400, () => "bad request", "warning", /answers 400 and is not a package$/],
  ["a page of somebody else", 200, () => "<html>", "warning", /answers 200 and is not a package$/],
  [
    "files nowhere",
    200,
    () => packumentAt("http://127.0.0.1:2"),
    "warning",
    /does not answer \(ECONNREFUSED\)$/,
  ],
  [
    "files elsewhere",
    200,
    () => packumentAt(cli.url),
    "warning",
    /lockfiles will contain that address, not http/,
  ],
])("a package repository that is not right: %s", async (_, status, body, verdict, seen) => {
  front.bend = (path, response) => {
    if (path === "/pub/@svc%2fsdk") response.writeHead(status).end(JSON.stringify(body()));
    return path === "/pub/@svc%2fsdk";
  };
  const found = (await doctor()).get("pub");
  expect(found).toMatchObject({ status: verdict, seen: expect.stringMatching(seen) });
});

test.each([
  ["pub_dart", "/pub/api/packages/svc_auth", "/pub/packages/svc_auth/versions/0.1.0.tar.gz"],
  [
    "pub_maven",
    "/pub/maven/dev/svc/svc-auth/maven-metadata.xml",
    "/pub/maven/dev/svc/svc-auth/0.1.0/svc-auth-0.1.0.pom",
  ],
  ["pub_swift", "/pub/swift/svc/SvcAuth", "/pub/swift/svc/SvcAuth/0.1.0.zip"],
  ["pub_git", "/pub/swift/SvcAuth.git/info/refs", "/pub/swift/SvcAuth.git/objects/"],
])("%s is checked: its list and its newest file", async (id, list, file) => {
  const found = async (bend: (path: string) => string): Promise<Check | undefined> => {
    front.bend = fromServer(pub.url, /^\/pub\//, bend);
    return (await doctor()).get(id);
  };
  const gone = (path: string): string => (path.startsWith(list) ? "/pub/maven/none" : path);
  expect(await found(gone)).toMatchObject({
    status: "not_checked",
    seen: "this server does not host the client library",
  });
  const other = (path: string): string => (path.startsWith(list) ? "/pub/-/ping" : path);
  expect(await found(other)).toMatchObject({
    status: "warning",
    seen: `${list} answers 200 and is not a package`,
    remedy: "let the proxy pass /pub/ as it is",
  });
  const missing = (path: string): string => (path.startsWith(file) ? "/pub/maven/none" : path);
  expect(await found(missing)).toMatchObject({
    status: "warning",
    seen: expect.stringMatching(/^\S+ 0\.1\.0 should be at \S+, which does not answer \(HTTP 404\)$/),
  });
  expect(await found((path) => path)).toMatchObject({ status: "ok" });
});
