import { DatabaseSync } from "node:sqlite";
import { connect } from "node:tls";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@svc/proto/grpc/health/v1/health_pb";
import { expect } from "vitest";
import type { Running } from "../../cli/test/cli-runner.ts";
import type { Pebble } from "../src/testing/pebble.ts";
import { freePort } from "../src/testing/postgres.ts";

const HOST = "auth.example.com";
const DAY_MS = 86_400_000;

/** Starts `svc serve` with these variables on the same data directory each time. */
export type StartServe = (env: Record<string, string>) => Running;

/** An instance with certificates of its own, from outside. */
export class AcmeJourney {
  readonly env: Record<string, string>;
  readonly #pebble: Pebble;
  readonly #port: number;
  /** The root is another one each time that the authority starts. */
  #root = "";

  private constructor(pebble: Pebble, port: number) {
    this.#pebble = pebble;
    this.#port = port;
    this.env = {
      SVC_ACME_DOMAIN: `${HOST},www.${HOST}`,
      SVC_ACME_DIRECTORY: pebble.directory,
      SVC_ACME_CA_FILE: pebble.caFile,
      SVC_HTTPS_ADDR: `127.0.0.1:${port}`,
      SVC_HTTP_ADDR: `127.0.0.1:${pebble.httpPort}`,
    };
  }

  static async plan(pebble: Pebble): Promise<AcmeJourney> {
    const journey = new AcmeJourney(pebble, await freePort());
    journey.#root = await pebble.root();
    return journey;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** The certificate that a client trusts for the host. */
  serial(): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: "127.0.0.1", servername: HOST, ca: this.#root });
      socket.once("error", reject);
      socket.once("secureConnect", () => {
        resolve(socket.getPeerX509Certificate()?.serialNumber ?? "");
        socket.destroy();
      });
    });
  }

  /** gRPC over HTTP/2, and Connect over HTTP/1.1, on the one port. */
  async expectBothProtocols(): Promise<void> {
    const lookup = (_host: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
    const options = {
      baseUrl: `https://${HOST}:${this.#port}`,
      nodeOptions: { ca: this.#root, lookup } as never,
    };
    let hsts: string | null = "";
    const onHeader = (headers: Headers): void => {
      hsts = headers.get("strict-transport-security");
    };
    for (const transport of [
      createGrpcTransport(options),
      createConnectTransport({ ...options, httpVersion: "1.1" }),
    ]) {
      expect(await createClient(Health, transport).check({}, { onHeader })).toMatchObject({
        status: Status.SERVING,
      });
      expect(hsts).toContain("max-age=63072000");
    }
  }

  /** Port 80 sends browsers on, and refuses to carry anything else. */
  async expectRedirect(): Promise<void> {
    const at = `http://127.0.0.1:${this.#pebble.httpPort}`;
    const sentOn = await fetch(`${at}/console/?a=b`, { redirect: "manual" });
    expect([sentOn.status, sentOn.headers.get("location")]).toEqual([301, `https://${HOST}/console/?a=b`]);
    const refused = await fetch(`${at}/svc.auth.v1.AuthService/SignIn`, { method: "POST", body: "{}" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { problem: expect.stringContaining(`https://${HOST}`) },
    });
  }

  /** Makes the stored certificate older than it is, so that its time has come. */
  age(databaseFile: string): void {
    const database = new DatabaseSync(databaseFile);
    database.exec("pragma busy_timeout = 5000");
    database.exec(
      `update certificates set next_attempt_at = 0, not_before = not_before - ${61 * DAY_MS}, not_after = not_after - ${61 * DAY_MS}`,
    );
    database.close();
  }

  /** Issue, use, renew, restart: on one data directory. */
  async travel(start: StartServe, databaseFile: string): Promise<void> {
    const server = start(this.env);
    await server.says(/certificate in use/);
    const first = await this.serial();
    await this.expectBothProtocols();
    await this.expectRedirect();

    this.age(databaseFile);
    server.child.kill("SIGHUP");
    await server.says(/(certificate in use[\s\S]*){2}/);
    const second = await this.serial();
    expect(second).not.toBe(first);
    await this.expectBothProtocols();
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);

    await this.#pebble.down();
    const again = start(this.env);
    await again.says(/is ready/);
    expect(await this.serial()).toBe(second);
    again.child.kill("SIGTERM");
    expect((await again.finished).code).toBe(0);
  }
}
