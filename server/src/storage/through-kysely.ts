import type { CompiledQuery } from "kysely";
import type { Db } from "./db.ts";
import type { Engine } from "./engine.ts";

/** Transactions and statements as Kysely runs them on any database. */
export const throughKysely: Pick<Engine, "transaction" | "selectRows" | "changeRows" | "readSnapshot"> = {
  transaction: (db, work) => db.transaction().execute(work),

  async selectRows<Row>(db: Db, query: CompiledQuery<Row>, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  },

  async changeRows(db, query, values) {
    const { numAffectedRows = 0n } = await db.executeQuery({ ...query, parameters: values });
    return Number(numAffectedRows);
  },

  readSnapshot: () => undefined,
};
