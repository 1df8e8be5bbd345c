import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Db } from "../storage/db.ts";
import { engineOf } from "../storage/engine.ts";

/** How the engine carries out the statements of a query of ours. */
export async function planOf(db: Db, query: (db: Db) => Promise<unknown>): Promise<string> {
  const asked: CompiledQuery[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await query(db.withPlugin(listener));
  if (asked.length === 0) throw new Error("nothing was asked");
  const explain = engineOf(db).name === "postgres" ? "explain" : "explain query plan";
  const plans: unknown[] = [];
  for (const { sql: text, parameters } of asked) {
    plans.push((await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))).rows);
  }
  return JSON.stringify(plans);
}
