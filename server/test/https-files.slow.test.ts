import { readdirSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:tls";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@svc/proto/grpc/health/v1/health_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Running } from "../../cli/test/cli-runner.ts";
import { RemoteCli } from "../../cli/test/remote-cli.ts";
import { hasOpenssl, makeCertificate, type TestCertificate } from "../src/testing/certificates.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { notRun } from "../src/testing/not-run.ts";

let cli: RemoteCli;
let first: TestCertificate;
beforeEach((context) => {
  if (!hasOpenssl()) notRun(context, "there is no openssl");
  cli = new RemoteCli();
  first ??= makeCertificate(["localhost", "127.0.0.1"]);
  write(first);
});
afterEach(() => cli?.close());

const NOT_A_PAIR = /the new certificate is not used detail=".*the key does not belong to the certificate"/;
const files = ["--tls-cert-file", "cert.pem", "--tls-key-file", "key.pem"];

function write({ chain, privateKey }: TestCertificate): void {
  writeFileSync(cli.path("cert.pem"), chain);
  writeFileSync(cli.path("key.pem"), privateKey);
}

async function start(...flags: string[]): Promise<{ server: Running; port: number }> {
  const server = cli.start(["serve", "--addr", "127.0.0.1:0", ...files, ...flags]);
  const [, port] = await server.says(/listening {2}https:\/\/127\.0\.0\.1:(\d+)\n/);
  return { server, port: Number(port) };
}

async function end({ child, finished }: Running): Promise<string> {
  child.kill("SIGTERM");
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  return stderr;
}

/** The certificate that the server shows to whoever trusts only this one. */
function isShown(port: number, { chain }: TestCertificate): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca: chain });
    socket.once("secureConnect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("secureConnect", () => socket.destroy());
  });
}

describe("serve with certificate files", () => {
  test("speaks gRPC, HTTP/1.1 and HTTP/2 on --addr, and says so", async () => {
    const { server, port } = await start();
    const options = { baseUrl: `https://localhost:${port}`, nodeOptions: { ca: first.chain } };
    for (const transport of [
      createGrpcTransport(options),
      createConnectTransport({ ...options, httpVersion: "1.1" }),
      createConnectTransport({ ...options, httpVersion: "2" }),
    ]) {
      expect(await createClient(Health, transport).check({})).toMatchObject({ status: Status.SERVING });
    }
    const stderr = await end(server);
    expect(stderr).toContain(`  HTTPS      ${cli.path("cert.pem")}\n`);
    expect(stderr).toContain("  base URL   https://localhost:8080\n");
  });

  test("tells browsers to come back by https only", async () => {
    const { server, port } = await start();
    const hsts = await new Promise((resolve, reject) => {
      const options = { ca: first.chain, agent: false };
      get(`https://localhost:${port}/healthz`, options, (response) => {
        response.resume();
        resolve(response.headers["strict-transport-security"]);
      }).once("error", reject);
    });
    expect(hsts).toBe("max-age=63072000; includeSubDomains");
    await end(server);
  });

  test("uses new files on SIGHUP, and keeps what works when they are broken", async () => {
    const { server, port } = await start();
    const second = makeCertificate(["localhost"]);
    writeFileSync(cli.path("cert.pem"), second.chain); // and the key is still the old one
    server.child.kill("SIGHUP");
    await server.says(NOT_A_PAIR);
    expect(await isShown(port, first)).toBe(true);

    write(second);
    server.child.kill("SIGHUP");
    await server.says(/certificate in use names=localhost validUntil=\d{4}/);
    expect(await isShown(port, second)).toBe(true);
    expect(await isShown(port, first)).toBe(false);
    expect(await end(server)).not.toContain("PRIVATE KEY");
  });

  test("keeps what works when certificate and key are of two types", async () => {
    const { server, port } = await start();
    writeFileSync(cli.path("cert.pem"), makeCertificate(["localhost"], 5, "rsa").chain);
    server.child.kill("SIGHUP");
    await server.says(NOT_A_PAIR);
    expect(await isShown(port, first)).toBe(true);
    await end(server);
  });

  test("with workers, SIGHUP reaches each of them", async () => {
    const { server, port } = await start("--workers", "2", "--database-url", await newPostgresDatabase());
    const second = makeCertificate(["localhost"]);
    write(second);
    server.child.kill("SIGHUP");
    for (const worker of [1, 2]) {
      await server.says(new RegExp(`certificate in use .* worker=${worker}\n`));
    }
    for (let turn = 0; turn < 4; turn++) expect(await isShown(port, second)).toBe(true);
    await end(server);
  });

  test("doctor and instance get tell about them", async () => {
    const { server, port } = await start();
    const ada = ["--email", "ada@example.com"];
    expect((await cli.run(["admin", "create", ...ada])).code).toBe(0);
    const { stdout: token } = await cli.run(["admin", "token", "create", ...ada]);
    const env = {
      SVC_URL: `https://localhost:${port}`,
      SVC_TOKEN: token.trim(),
      NODE_EXTRA_CA_CERTS: cli.path("cert.pem"),
    };
    const check = async () => {
      const { stdout } = await cli.run(["doctor", "--json"], { env });
      const { checks }: { checks: Array<{ id: string }> } = JSON.parse(stdout);
      return checks.find(({ id }) => id === "certificate");
    };
    expect(await check()).toMatchObject({
      status: "ok",
      seen: expect.stringMatching(/^localhost, 127\.0\.0\.1: from files, valid until \d{4}-/),
    });
    const { stdout } = await cli.run(["instance", "get"], { env });
    expect(stdout).toMatch(/certificate\s+localhost, 127\.0\.0\.1, valid until \d{4}-/);

    writeFileSync(cli.path("key.pem"), "nothing");
    server.child.kill("SIGHUP");
    await server.says(/the new certificate is not used/);
    expect(await check()).toMatchObject({
      status: "warning",
      seen: expect.stringContaining("the last attempt failed"),
      remedy: expect.stringContaining("tls_key_file"),
    });
    await end(server);
  });
});

describe("serve refuses in one line with what to do, and leaves nothing behind:", () => {
  const untouched = () => expect(readdirSync(cli.cwd).sort()).toEqual(["cert.pem", "key.pem"]);

  test("a file that is not there", async () => {
    const args = ["--tls-cert-file", "cert.pem", "--tls-key-file", "other.pem"];
    expect(await cli.failure(["serve", "--addr", "127.0.0.1:0", ...args])).toMatchObject({
      code: 6,
      message: "cannot read ./other.pem (ENOENT)",
    });
    untouched();
  });

  test.each(["ec", "rsa"] as const)("a key that is another certificate's, of type %s", async (type) => {
    writeFileSync(cli.path("key.pem"), makeCertificate(["localhost"], 5, type).privateKey);
    expect(await cli.failure(["serve", "--addr", "127.0.0.1:0", ...files])).toMatchObject({
      code: 6,
      message: expect.stringContaining(
        "cert.pem and ./key.pem cannot be used: the key does not belong to the certificate",
      ),
    });
    untouched();
  });

  test.each([
    [["--base-url", "http://auth.example.com", ...files], "is not https, but the server is"],
    [["--acme-domain", "auth.example.com", ...files], "two ways to the same thing"],
    [files.slice(0, 2), "HTTPS needs the certificate and its private key"],
    [
      ["--acme-domain", "auth.example.com", "--base-url", "https://other.example.com"],
      "none of the hosts in acme_domain",
    ],
  ])("%j", async (flags, message) => {
    const failed = await cli.failure(["serve", "--addr", "127.0.0.1:0", ...flags]);
    expect(failed).toMatchObject({ code: 2, message: expect.stringContaining(message) });
    untouched();
  });

  test("a port for HTTPS that is taken, and lets go of the others", async () => {
    const { server, port } = await start();
    const env = { SVC_HTTPS_ADDR: "127.0.0.1:0", SVC_HTTP_ADDR: `127.0.0.1:${port}` };
    const failed = await cli.failure(
      ["serve", "--acme-domain", "auth.example.com", "--data-dir", "new"],
      env,
    );
    expect(failed).toMatchObject({
      code: 6,
      message: `port ${port} is in use`,
      hint: expect.stringContaining("http_addr"),
    });
    await end(server);
  });
});
