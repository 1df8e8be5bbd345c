import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/testing/postgres.ts";

const NOBODY = 65534;
const PLACES = ["pgbouncer", "/usr/sbin/pgbouncer"];

/** Undefined where PgBouncer is not installed. */
export function findPgBouncer(): string | undefined {
  return PLACES.find((program) => spawnSync(program, ["--version"]).status === 0);
}

/** Since version 1.21 a statement that was prepared under a name may be executed on any of its connections. */
export function keepsPreparedStatements(program: string): boolean {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export type PgBouncer = Readonly<{
  port: number;
  /** Clients stay connected, and their next transactions go to this server. */
  leadTo: (postgresPort: number) => void;
  stop: () => Promise<void>;
}>;

/** In transaction mode, with fewer connections than svc has, and nothing that svc would have to ask for. */
export async function startPgBouncer(program: string, postgresPort: number): Promise<PgBouncer> {
  const home = mkdtempSync(join(tmpdir(), "svc-pgbouncer-"));
  chmodSync(home, 0o755);
  const port = await freePort();
  writeFileSync(join(home, "users.txt"), '"svc" ""\n');
  const configure = (to: number): void =>
    writeFileSync(
      join(home, "pgbouncer.ini"),
      `[databases]
* = host=127.0.0.1 port=${to}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users.txt
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
${keepsPreparedStatements(program) ? "max_prepared_statements = 200" : ""}
`,
    );
  configure(postgresPort);
  const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, [join(home, "pgbouncer.ini")], { ...asUser, cwd: home });
  await listening(child);
  return {
    port,
    leadTo(to) {
      configure(to);
      child.kill("SIGHUP");
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.on("data", (chunk) => {
      log += chunk;
      if (/process up/.test(log)) resolve();
    });
    child.once("exit", () => reject(new Error(`PgBouncer did not start: ${log}`)));
  });
}
