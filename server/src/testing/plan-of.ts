import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Db } from "../storage/db.ts";
import { engineOf } from "../storage/engine.ts";

/** How the engine carries out a query of ours. */
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
  const [first] = asked;
  if (first === undefined) throw new Error("nothing was asked");
  const { sql: text, parameters } = first;
  const explain = engineOf(db).name === "postgres" ? "explain" : "explain query plan";
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  return JSON.stringify(rows);
}
