import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./db.ts";
import { connectionOf } from "./sqlite-driver.ts";

/** Stands for a value in a query that is compiled before the value is known. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that Kysely builds once for each engine and that runs with new values from then on: for
 * the calls of every day, where building takes longer than running. The statement must be the same
 * whatever the values are, so it takes them as they come and decides nothing by them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const executor = db.getExecutor();
    const { adapter } = executor; // one for each opened database, in and out of transactions
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholdersFor(values)).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const found = connectionOf(executor);
    if (!found) return (await db.executeQuery<Row>({ ...query, parameters })).rows;
    // Waiting for what is there already would cost a turn of the queue of promises.
    const connection = found instanceof Promise ? await found : found;
    return connection.rows<Row>(query, parameters);
  };
}

function placeholdersFor<Values extends object>(values: Values): Values {
  const names = Object.keys(values);
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values;
}
