import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort, initCluster, type Launched, launch } from "./postgres.ts";

type Member = { port: number; data: string; server: Launched };

/** A primary and its streaming standby, which change places. */
export type PostgresPair = Readonly<{
  primary: (database?: string) => string;
  standby: (database?: string) => string;
  /** Both as one URL, the present standby first. */
  both: (database?: string) => string;
  /** Of the present primary or standby. */
  pid: (of: "primary" | "standby") => number;
  /** Runs a statement on the primary. */
  run: (statement: string) => Promise<void>;
  /** Returns when the standby has replayed everything. */
  caughtUp: () => Promise<void>;
  /** The standby receives changes, and does not show them. */
  pauseReplay: () => Promise<void>;
  /** The standby becomes the primary. The old primary, which is shut down first, comes back as its standby. */
  switchOver: () => Promise<void>;
  /** The primary is killed, and the standby becomes the primary. Nothing comes back. */
  failOver: () => Promise<void>;
  stop: () => Promise<void>;
}>;

export async function startPostgresPair({ isSynchronous = false } = {}): Promise<PostgresPair> {
  const settings = ["wal_level=replica", "wal_keep_size=256MB", "hot_standby=on", "max_connections=100"];
  const cluster = await initCluster(tmpdir(), [...settings, "full_page_writes=on"]);
  const ports = [await freePort(), await freePort()] as const;
  spawnSync("cp", ["-a", "data", "data2"], { cwd: cluster.home });
  let primary: Member = { port: ports[0], data: "data", server: await launch(cluster, "data", ports[0]) };
  const follow = async (data: string, port: number, leader: number): Promise<Member> => {
    const lines = [
      `primary_conninfo='host=127.0.0.1 port=${leader} user=svc application_name=${data}'`,
      "recovery_target_timeline='latest'",
    ];
    const conf = join(cluster.home, data, "postgresql.conf");
    writeFileSync(conf, `${lines.join("\n")}\n`, { flag: "a" }); // the last line with a name counts
    writeFileSync(join(cluster.home, data, "standby.signal"), "");
    return { port, data, server: await launch(cluster, data, port) };
  };
  let standby = await follow("data2", ports[1], ports[0]);
  const urlOf = ({ port }: Member, database = "postgres"): string =>
    `postgres://svc@127.0.0.1:${port}/${database}`;
  const run = (statement: string): Promise<void> => runOn(urlOf(primary), statement);
  const caughtUp = async (): Promise<void> => {
    const { rows } = await queryOn(urlOf(primary), "select pg_current_wal_lsn()::text as lsn");
    const replayed = `select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' as done`;
    while ((await queryOn(urlOf(standby), replayed)).rows[0]?.done !== true) await pause();
  };
  const promote = async (): Promise<void> => {
    await runOn(urlOf(standby), "select pg_promote()");
    while ((await queryOn(urlOf(standby), "select pg_is_in_recovery() as is")).rows[0]?.is) await pause();
  };
  if (isSynchronous) {
    await run("alter system set synchronous_standby_names = '*'");
    await run("select pg_reload_conf()");
  }
  return {
    primary: (database) => urlOf(primary, database),
    standby: (database) => urlOf(standby, database),
    both: (database = "postgres") =>
      `postgres://svc@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/${database}?target_session_attrs=read-write`,
    pid: (of) => (of === "primary" ? primary : standby).server.pid,
    run,
    caughtUp,
    pauseReplay: () => runOn(urlOf(standby), "select pg_wal_replay_pause()"),
    async switchOver() {
      await primary.server.stop();
      await promote();
      [primary, standby] = [standby, await follow(primary.data, primary.port, standby.port)];
    },
    async failOver() {
      await primary.server.stop("SIGKILL");
      await promote();
      [primary, standby] = [standby, primary];
    },
    async stop() {
      for (const { server } of [standby, primary]) await server.stop();
      rmSync(cluster.home, { recursive: true, force: true });
    },
  };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function queryOn(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.end();
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  await queryOn(url, statement);
}
