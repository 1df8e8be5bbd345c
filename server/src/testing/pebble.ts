import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "./certificates.ts";
import { freePort } from "./postgres.ts";

/** Why there can be no ACME authority on this machine; undefined when there can. */
export function noPebble(): string | undefined {
  const missing = ["pebble", "pebble-challtestsrv", "openssl"].filter(
    (name) => spawnSync(name, [name === "openssl" ? "version" : "-h"]).error,
  );
  return missing.length === 0
    ? undefined
    : `there is no ${missing.join(", no ")}; apt install pebble openssl`;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  return port;
}

type PebblePorts = { acme: number; management: number; names: number; dns: number };

/** A real ACME authority, for which every host name is this machine. */
export class Pebble {
  readonly directory: string;
  /** The root by which its API is recognised. */
  readonly caFile: string;
  /** Where it will ask, instead of port 80. */
  readonly httpPort: number;
  readonly #folder: string;
  readonly #ports: PebblePorts;
  readonly #validitySeconds: number;
  #processes: ChildProcess[] = [];

  private constructor(parts: {
    folder: string;
    httpPort: number;
    ports: PebblePorts;
    validitySeconds: number;
  }) {
    this.#folder = parts.folder;
    this.#ports = parts.ports;
    this.#validitySeconds = parts.validitySeconds;
    this.httpPort = parts.httpPort;
    this.directory = `https://127.0.0.1:${parts.ports.acme}/dir`;
    this.caFile = join(parts.folder, "cert.pem");
  }

  static async start(validitySeconds = 90 * 86_400): Promise<Pebble> {
    const folder = mkdtempSync(join(tmpdir(), "svc-pebble-"));
    const { chain, privateKey } = makeCertificate(["127.0.0.1"]);
    writeFileSync(join(folder, "cert.pem"), chain);
    writeFileSync(join(folder, "key.pem"), privateKey);
    const [acme, management, names, httpPort] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    const ports = { acme, management, names, dns: await freeUdpPort() };
    const pebble = new Pebble({ folder, httpPort, ports, validitySeconds });
    await pebble.up();
    return pebble;
  }

  /** Starts it; as a new one, which remembers nothing. */
  async up(): Promise<void> {
    const { acme, management, names, dns } = this.#ports;
    const config = {
      listenAddress: `127.0.0.1:${acme}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: this.caFile,
      privateKey: join(this.#folder, "key.pem"),
      httpPort: this.httpPort,
      tlsPort: 1,
      certificateValidityPeriod: this.#validitySeconds,
    };
    const configFile = join(this.#folder, "pebble.json");
    writeFileSync(configFile, JSON.stringify({ pebble: config }));
    const nameServer = [
      ...["-dns01", `127.0.0.1:${dns}`, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""],
      ...["-http01", "", "-https01", "", "-tlsalpn01", "", "-management", `127.0.0.1:${names}`],
    ];
    const env = { ...process.env, PEBBLE_VA_NOSLEEP: "1" };
    this.#processes = [
      spawn("pebble-challtestsrv", nameServer, { stdio: "ignore" }),
      spawn("pebble", ["-config", configFile, "-dnsserver", `127.0.0.1:${dns}`], { stdio: "ignore", env }),
    ];
    while ((await this.#ask(this.directory)) === undefined) {
      if (this.#processes.some(({ exitCode }) => exitCode !== null)) throw new Error("pebble ended");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async down(): Promise<void> {
    const ended = this.#processes.map((child) => child.exitCode ?? once(child, "exit"));
    for (const child of this.#processes) child.kill();
    await Promise.all(ended);
    this.#processes = [];
  }

  async close(): Promise<void> {
    await this.down();
    rmSync(this.#folder, { recursive: true });
  }

  /** The root of what it issues. */
  async root(): Promise<string> {
    return (await this.#ask(`https://127.0.0.1:${this.#ports.management}/roots/0`)) ?? "";
  }

  #ask(url: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      get(url, { rejectUnauthorized: false, agent: false }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve(body);
      }).once("error", () => resolve(undefined));
    });
  }
}
