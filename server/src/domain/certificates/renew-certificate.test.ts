import { readFileSync } from "node:fs";
import { connect, type TLSSocket } from "node:tls";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { CertificateSource, InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createListener,
  createSecureListener,
  type Listener,
  type SecureListener,
} from "../../http/listener.ts";
import { redirectToHttps } from "../../http/redirect-to-https.ts";
import { createAcmeAuthority } from "../../providers/acme.ts";
import { engines } from "../../testing/engines.ts";
import { notRun } from "../../testing/not-run.ts";
import { noPebble, Pebble } from "../../testing/pebble.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { AcmeHttps, CertificateAuthority } from "./https.ts";
import { installCertificate } from "./install-certificate.ts";
import { renewCertificate } from "./renew-certificate.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DOMAINS = ["auth.example.com", "login.example.com"];

let pebble: Pebble | undefined;
beforeAll(async () => {
  if (noPebble() === undefined) pebble = await Pebble.start();
});
afterAll(() => pebble?.close());

function authority(): CertificateAuthority {
  if (!pebble) throw new Error("there is no pebble");
  return createAcmeAuthority({ directory: pebble.directory, ca: readFileSync(pebble.caFile, "utf8") });
}

/** A server with the authority's questions answered on port 80 and HTTPS on another. */
class Replica {
  readonly t: TestApp;
  readonly https: AcmeHttps;
  readonly secure: SecureListener;
  port = 0;
  /** How often the authority was asked. */
  orders = 0;

  private constructor(t: TestApp, https: AcmeHttps, secure: SecureListener) {
    this.t = t;
    this.https = https;
    this.secure = secure;
  }

  static async open(
    engine: (typeof engines)[number],
    options: Partial<AcmeHttps> & { database?: TestApp["database"]; now?: number } = {},
  ): Promise<Replica> {
    const { database, now = Date.now(), ...given } = options;
    const secure = createSecureListener();
    let chain: string | undefined;
    const real = given.authority ?? authority();
    const https: AcmeHttps = {
      kind: "acme",
      domains: DOMAINS,
      email: "ops@example.com",
      use(pair) {
        secure.use(pair);
        chain = pair.chain;
      },
      inUse: () => chain,
      ...given,
      authority: {
        ...real,
        issue(wish, signal) {
          replica.orders += 1;
          return real.issue(wish, signal);
        },
      },
    };
    const t = await TestApp.open(engine, {
      baseUrl: "https://auth.example.com",
      now,
      https,
      ...(database && { database }),
    });
    const replica: Replica = new Replica(t, https, secure);
    secure.serve((_request, response) => response.end("secure"));
    replica.port = await secure.listen({ host: "127.0.0.1", port: 0 });
    return replica;
  }

  /** As the job would. */
  async work(signal?: AbortSignal): Promise<boolean> {
    const isNew = await renewCertificate(this.t.app, this.https, signal);
    await installCertificate(this.t.app, this.https);
    return isNew;
  }

  async close(): Promise<void> {
    await this.secure.drain();
    await this.t.close();
  }

  async connect(servername = "auth.example.com", root?: string): Promise<TLSSocket> {
    const ca = root ?? (await pebble?.root());
    const socket = connect({ port: this.port, host: "127.0.0.1", servername, ...(ca && { ca }) });
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve);
      socket.once("error", reject);
    });
    return socket;
  }

  async serial(servername?: string, root?: string): Promise<string> {
    const socket = await this.connect(servername, root);
    const certificate = socket.getPeerX509Certificate();
    socket.destroy();
    if (!certificate) throw new Error("there is no certificate");
    return certificate.serialNumber;
  }

  async status() {
    const { token } = await this.t.addAdmin(`${this.t.app.newId()}@example.com`);
    const service = this.t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
    return (await service.getInstance({})).certificate;
  }

  row() {
    return this.t.app.db.selectFrom("certificates").selectAll().executeTakeFirstOrThrow();
  }
}

describe.each(engines)("certificates from an ACME authority on $kind", (engine) => {
  let replica: Replica;
  let challenges: Listener | undefined;
  beforeEach(async (context) => {
    const missing = noPebble();
    if (missing) notRun(context, missing);
    replica = await Replica.open(engine);
    await answerChallenges(replica);
  });
  afterEach(async () => {
    await challenges?.drain();
    await replica?.close();
  });

  async function answerChallenges({ t }: Replica): Promise<void> {
    await challenges?.drain();
    challenges = createListener();
    challenges.serve(redirectToHttps(t.app));
    await challenges.listen({ host: "127.0.0.1", port: pebble?.httpPort ?? 0 });
  }

  test("one is issued for all names, and told about", async () => {
    await expect(replica.connect()).rejects.toThrow(/handshake failure/);
    expect(await replica.status()).toMatchObject({ names: DOMAINS, failures: 0 });
    expect((await replica.status())?.notAfter).toBeUndefined();

    expect(await replica.work()).toBe(true);
    for (const name of DOMAINS) expect(await replica.serial(name)).toMatch(/^[0-9A-F]+$/);
    await expect(replica.connect("other.example.com")).rejects.toThrow(/altnames/);
    const status = await replica.status();
    expect(status).toMatchObject({
      source: CertificateSource.ACME,
      names: DOMAINS,
      failures: 0,
      lastFailure: "",
    });
    const life = Number(status?.notAfter && timestampMs(status.notAfter)) - Date.now();
    expect(Math.abs(life - 90 * DAY)).toBeLessThan(DAY);
    const until = Number(status?.renewAt && timestampMs(status.renewAt)) - Date.now();
    expect(Math.abs(until - 60 * DAY)).toBeLessThan(DAY);
  });

  test("the account's key and the certificate's are stored sealed", async () => {
    await replica.work();
    const { db } = replica.t.app;
    const stored = JSON.stringify([
      await db.selectFrom("certificates").selectAll().execute(),
      await db.selectFrom("acmeAccounts").selectAll().execute(),
      replica.t.logLines,
    ]);
    expect(stored).toContain("BEGIN CERTIFICATE");
    expect(stored).not.toContain("PRIVATE KEY");
    expect((await replica.row()).privateKeySealed).toMatch(/^v1\./);
  });

  test("two thirds of its life later it is replaced; connections stay open", async () => {
    await replica.work();
    const first = await replica.serial();
    const open = await replica.connect();
    replica.t.advance(59 * DAY);
    expect(await replica.work()).toBe(false);
    expect(replica.orders).toBe(1);
    replica.t.advance(2 * DAY);
    expect(await replica.work()).toBe(true);
    expect(replica.orders).toBe(2);
    expect(await replica.serial()).not.toBe(first);
    open.write("GET / HTTP/1.1\r\nhost: auth.example.com\r\n\r\n");
    const answer = await new Promise((resolve) => open.once("data", resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*secure/s);
    open.destroy();
    expect(await replica.work()).toBe(false);
  });

  test("after a restart the stored one is used without asking the authority", async () => {
    await replica.work();
    const serial = await replica.serial();
    const root = await pebble?.root();
    await pebble?.down();
    const restarted = await Replica.open(engine, { database: replica.t.database });
    await restarted.work();
    expect(await restarted.serial("auth.example.com", root)).toBe(serial);
    expect(restarted.orders).toBe(0);
    await restarted.close();
    await pebble?.up();
  });

  test("of two replicas one gets it, either answers for it, and both use it", async () => {
    const other = await Replica.open(engine, { database: replica.t.database });
    await answerChallenges(other);
    const issued = await Promise.all([
      renewCertificate(replica.t.app, replica.https),
      renewCertificate(other.t.app, other.https),
    ]);
    expect(issued.filter(Boolean)).toHaveLength(1);
    expect(replica.orders + other.orders).toBe(1);
    await replica.work();
    await other.work();
    expect(await other.serial()).toBe(await replica.serial());
    expect(replica.orders + other.orders).toBe(1);
    await answerChallenges(replica);
    await other.close();
  });

  test("while the authority is down it is asked less and less often, and people are told", async () => {
    await pebble?.down();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await replica.work()).toBe(false);
      const { nextAttemptAt } = await replica.row();
      const wait = nextAttemptAt - replica.t.app.clock();
      waits.push(wait / MINUTE);
      replica.t.advance(wait - 1);
      await replica.work();
      expect(replica.orders).toBe(attempt + 1);
      replica.t.advance(1);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    const status = await replica.status();
    expect(status).toMatchObject({
      failures: 10,
      lastFailure: expect.stringMatching(/^cannot reach https:\/\/127\.0\.0\.1:\d+: ECONNREFUSED$/),
    });
    expect(status?.nextAttemptAt && timestampMs(status.nextAttemptAt)).toBe(replica.t.app.clock());
    expect(replica.t.logLines.join("")).toContain('"no certificate"');

    await pebble?.up();
    expect(await replica.work()).toBe(true);
    expect(await replica.status()).toMatchObject({ failures: 0, lastFailure: "" });
  });

  test("a host that does not lead here is named, with what the authority saw", async () => {
    challenges?.abandon();
    challenges = createListener();
    challenges.serve((_request, response) => response.writeHead(404).end());
    await challenges.listen({ host: "127.0.0.1", port: pebble?.httpPort ?? 0 });
    expect(await replica.work()).toBe(false);
    const { lastFailure } = (await replica.status()) ?? {};
    expect(lastFailure).toMatch(/(auth|login)\.example\.com: .*404/);
  });

  test("an authority that lost our account gets it again", async () => {
    await replica.work();
    await pebble?.down();
    await pebble?.up();
    replica.t.advance(61 * DAY);
    expect(await replica.work()).toBe(true);
  });

  test("a clock that is ahead does not use up what the authority gives", async () => {
    replica.t.advance(80 * DAY);
    expect(await replica.work()).toBe(true);
    for (let minute = 0; minute < 5; minute++) {
      replica.t.advance(MINUTE);
      await replica.work();
    }
    expect(replica.orders).toBe(1);
    replica.t.advance(-80 * DAY); // and set right again, nobody waits for it
    expect(await replica.work()).toBe(false);
    expect((await replica.row()).chain).not.toBeNull();
  });

  test("for another host a new one is got; until then the old one serves the hosts that stay", async () => {
    await replica.work();
    const old = await replica.serial();
    const domains = [...DOMAINS, "third.example.com"];
    const database = replica.t.database;
    const root = await pebble?.root();
    await pebble?.down();
    const more = await Replica.open(engine, { domains, database });
    await more.work();
    expect(await more.serial("auth.example.com", root)).toBe(old);
    await pebble?.up();
    more.t.advance(2 * MINUTE);
    expect(await more.work()).toBe(true);
    expect(await more.serial("third.example.com")).not.toBe(old);
    await more.close();
  });

  test("a certificate of another authority is not used", async () => {
    await replica.work();
    const directory = "https://127.0.0.1:9/dir";
    const elsewhere = await Replica.open(engine, {
      authority: createAcmeAuthority({ directory, ca: undefined }),
      database: replica.t.database,
    });
    await elsewhere.work();
    expect(elsewhere.https.inUse()).toBeUndefined();
    await elsewhere.close();
  });

  test("a stop in the middle costs no attempt, a crash waits", async () => {
    const stopping = new AbortController();
    const stopped = await Replica.open(engine, {
      database: replica.t.database,
      authority: {
        ...authority(),
        async issue(_wish, signal) {
          stopping.abort();
          return { kind: "refused", why: String(signal.reason) };
        },
      },
    });
    expect(await stopped.work(stopping.signal)).toBe(false);
    expect(await replica.row()).toMatchObject({ attempts: 0, nextAttemptAt: 0, lastError: null });
    await stopped.close();

    const crashed = await Replica.open(engine, {
      database: replica.t.database,
      authority: {
        ...authority(),
        issue: () => {
          throw new Error("power cut");
        },
      },
    });
    await expect(crashed.work()).rejects.toThrow("power cut");
    await crashed.close();
    expect(await replica.work()).toBe(false);
    expect(replica.orders).toBe(0);
    replica.t.advance(6 * MINUTE);
    expect(await replica.work()).toBe(true);
  });
});
