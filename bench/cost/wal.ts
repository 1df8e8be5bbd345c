import pg from "pg";

export type WalCost = Readonly<{
  /** Without images of whole pages, which PostgreSQL adds after each checkpoint. */
  bytes: number;
  /** By table: how many rows were updated, and how many of them in place, without touching an index. */
  updates: ReadonlyMap<string, Readonly<{ all: number; hot: number }>>;
}>;

export type Wal = Readonly<{
  /** What PostgreSQL wrote to its log while the work ran. */
  costOf: (work: () => Promise<void>) => Promise<WalCost>;
  close: () => Promise<void>;
}>;

/** The log itself is read, because the statistics of PostgreSQL are late by some seconds. */
export async function watchWal(url: string): Promise<Wal> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("create extension pg_walinspect");

  /** The end of the log so far. What follows makes PostgreSQL flush the log up to there, so that it can be read. */
  async function mark(): Promise<string> {
    const { rows } = await client.query<{ lsn: string }>("select pg_current_wal_insert_lsn() as lsn");
    await client.query("select pg_logical_emit_message(true, 'bench', '')");
    return rows[0]?.lsn ?? "";
  }

  return {
    async costOf(work) {
      const from = await mark();
      await work();
      const to = await mark();
      const { rows } = await client.query<{ bytes: string }>(
        "select sum(record_size) as bytes from pg_get_wal_stats($1, $2, true)",
        [from, to],
      );
      return { bytes: Number(rows[0]?.bytes ?? 0), updates: await updatesBetween(client, from, to) };
    },
    close: () => client.end(),
  };
}

async function updatesBetween(client: pg.Client, from: string, to: string): Promise<WalCost["updates"]> {
  const { rows } = await client.query<{ name: string; all: string; hot: string }>(
    `select c.relname as name, count(*) as all, count(*) filter (where b.record_type like 'HOT%') as hot
      from pg_get_wal_block_info($1, $2, false) b join pg_class c on c.relfilenode = b.relfilenode
      where b.resource_manager = 'Heap' and b.block_id = 0 and b.record_type ~ '^(HOT_)?UPDATE'
        and b.reldatabase = (select oid from pg_database where datname = current_database())
      group by c.relname order by c.relname`,
    [from, to],
  );
  return new Map(rows.map(({ name, all, hot }) => [name, { all: Number(all), hot: Number(hot) }]));
}

export function sumOf(costs: readonly WalCost[]): WalCost {
  const updates = new Map<string, { all: number; hot: number }>();
  for (const [name, { all, hot }] of costs.flatMap((cost) => [...cost.updates])) {
    const before = updates.get(name) ?? { all: 0, hot: 0 };
    updates.set(name, { all: before.all + all, hot: before.hot + hot });
  }
  return { bytes: costs.reduce((sum, { bytes }) => sum + bytes, 0), updates };
}
