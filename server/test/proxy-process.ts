import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../cli/test/cli-runner.ts";
import type { TestCertificate } from "../src/testing/certificates.ts";
import { freePort } from "../src/testing/postgres.ts";

export type ProxyName = "nginx" | "caddy" | "caddy over HTTP/1.1";

const programOf = (name: ProxyName): "nginx" | "caddy" => (name === "nginx" ? "nginx" : "caddy");

/** nginx is where only root looks. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Caddy as shipped speaks HTTP/2 to the server; many let it speak HTTP/1.1. */
const overHttp1 = (caddyfile: string): string => caddyfile.replace("h2c://", "http://");

type Places = { port: number; to: string; folder: string };

/** The files of deploy/ as they are, but for ports and the place of the certificate. */
const configurations: Record<ProxyName, (places: Places) => string> = {
  nginx: ({ port, to, folder }) =>
    nginxConfig(
      folder,
      deployed("nginx.conf", [
        ["listen 443 ", `listen 127.0.0.1:${port} `],
        ["127.0.0.1:8080", to],
        ["/etc/ssl/auth.example.com.pem", `${folder}/cert.pem`],
        ["/etc/ssl/auth.example.com.key", `${folder}/key.pem`],
      ]),
    ),
  caddy: caddyfile,
  "caddy over HTTP/1.1": (places) => overHttp1(caddyfile(places)),
};

/** A whole configuration around what stands inside http, with every file of nginx in this folder. */
export function nginxConfig(folder: string, inHttp: string, before = ""): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${before} pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {}
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
${inHttp}
}`;
}

function caddyfile({ port, to, folder }: Places): string {
  return `{
	admin off
	auto_https disable_redirects
}
${deployed("Caddyfile", [
  ["auth.example.com {", `auth.example.com:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
  ["127.0.0.1:8080", to],
])}`;
}

function deployed(file: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} does not say ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(root, "deploy", file), "utf8"),
  );
}

/** Why a proxy cannot be tried on this machine; undefined when it can. */
export function noProxy(name: ProxyName): string | undefined {
  const missing = [programOf(name), "openssl"].filter(
    (program) => spawnSync(program, ["version"], { env }).error,
  );
  return missing.length === 0
    ? undefined
    : `there is no ${missing.join(", no ")}; apt install ${missing.join(" ")}`;
}

/** A real proxy in front of the server, for https://auth.example.com. */
export class RealProxy {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(port: number, folder: string, process: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = process;
  }

  static start(name: ProxyName, to: string, certificate: TestCertificate): Promise<RealProxy> {
    return RealProxy.run(programOf(name), ({ folder, port }) => {
      writeFileSync(join(folder, "cert.pem"), certificate.chain);
      writeFileSync(join(folder, "key.pem"), certificate.privateKey);
      return configurations[name]({ port, to, folder });
    });
  }

  /** With a configuration that makes it listen on the port; files that it needs go into the folder. */
  static async run(
    program: "nginx" | "caddy",
    configured: (places: { folder: string; port: number }) => string,
  ): Promise<RealProxy> {
    const folder = mkdtempSync(join(tmpdir(), "svc-proxy-"));
    chmodSync(folder, 0o711); // started by root, nginx works as nobody
    mkdirSync(join(folder, "home"));
    const port = await freePort();
    const config = join(folder, program === "caddy" ? "Caddyfile" : "nginx.conf");
    writeFileSync(config, configured({ folder, port }));
    const args = program === "caddy" ? ["run", "--config", config] : ["-c", config];
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...env, HOME: join(folder, "home") },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      await sleep(20);
    }
    return new RealProxy(port, folder, child);
  }

  async close(): Promise<void> {
    const exited = this.#process.exitCode ?? once(this.#process, "exit");
    this.#process.kill();
    await exited;
    rmSync(this.#folder, { recursive: true });
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
