import type { Compilable, CompiledQuery } from "kysely";
import { type Soon, whenThere } from "../soon.ts";
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
  const run = runner(build);
  return async (db, values) => run(db, values);
}

/**
 * For a statement that finds one row at most, or whose first row is the one. A row that is there at once is returned as
 * it is: to wait for it costs more than to find it.
 */
export function preparedFirst<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Soon<Row | undefined> {
  const run = runner(build);
  return (db, values) => whenThere(run(db, values), ([first]) => first);
}

/** What nearly every call asks for by its key: on SQLite found once in each view of the database, where it cannot change. */
export function oncePerView<Found>(
  find: (db: Db, key: string) => Soon<Found>,
): (db: Db, key: string) => Soon<Found> {
  let view: object | undefined;
  let known = new Map<string, Soon<Found>>();
  return function findOnce(db, key): Soon<Found> {
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

type Runner<Values, Row> = (db: Db, values: Values) => Soon<Row[]>;

function runner<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): Runner<Values, Row> {
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
    if (connection) return whenThere(connection, (found) => found.rows<Row>(query, parameters));
    return db.executeQuery<Row>({ ...query, parameters }).then(({ rows }) => rows);
  };
}

function placeholdersFor<Values extends object>(values: Values): Values {
  const names = Object.keys(values);
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values;
}
