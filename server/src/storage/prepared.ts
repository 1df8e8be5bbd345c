import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db } from "./db.ts";
import type { SqliteConnection } from "./sqlite/driver.ts";
import { connectionOf } from "./sqlite/transaction.ts";

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
): (db: Db, values: Values) => MaybePromise<Row[]> {
  return runner(
    build,
    (connection, query, values) => connection.rows<Row>(query, values),
    ({ rows }) => rows,
  );
}

/**
 * For a statement that finds one row at most, or whose first row is the one. A row that is there at once is returned as
 * it is: to wait for it costs more than to find it.
 */
export function preparedFirst<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => MaybePromise<Row | undefined> {
  const run = prepared(build);
  return (db, values) => andThen(run(db, values), ([first]) => first);
}

/** For a statement that changes rows and returns none: how many it changed. SQLite builds a table for what is returned. */
export function preparedChange<Values extends object>(
  build: (db: Db, values: Values) => Compilable<unknown>,
): (db: Db, values: Values) => MaybePromise<number> {
  return runner(
    build,
    (connection, query, values) => connection.changes(query, values),
    ({ numAffectedRows = 0n }) => Number(numAffectedRows),
  );
}

/** What nearly every call asks for by its key: on SQLite found once in each view of the database, where it cannot change. */
export function oncePerView<Found>(
  find: (db: Db, key: string) => MaybePromise<Found>,
): (db: Db, key: string) => MaybePromise<Found> {
  let view: object | undefined;
  let known = new Map<string, MaybePromise<Found>>();
  return function findOnce(db, key): MaybePromise<Found> {
    const connection = connectionOf(db.getExecutor());
    if (connection instanceof Promise) return connection.then(() => findOnce(db, key));
    const current = connection?.view();
    if (!current) return find(db, key);
    if (current !== view) [view, known] = [current, new Map()];
    let found = known.get(key);
    if (found === undefined) {
      found = find(db, key);
      known.set(key, found);
    }
    return found;
  };
}

function runner<Values extends object, Row, Result>(
  build: (db: Db, values: Values) => Compilable<Row>,
  onSqlite: (
    connection: SqliteConnection,
    query: CompiledQuery,
    values: readonly unknown[],
  ) => MaybePromise<Result>,
  elsewhere: (result: QueryResult<Row>) => Result,
): (db: Db, values: Values) => MaybePromise<Result> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
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
    const connection = connectionOf(executor);
    if (connection) return andThen(connection, (found) => onSqlite(found, query, parameters));
    return db.executeQuery<Row>({ ...query, parameters }).then(elsewhere);
  };
}

function placeholdersFor<Values extends object>(values: Values): Values {
  const names = Object.keys(values);
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values;
}
