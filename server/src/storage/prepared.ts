import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db } from "./db.ts";
import { type Engine, type EngineAdapter, engineOf } from "./engine.ts";

/** Stands for a value in a query that is compiled before the value is known. */
class Placeholder {
  readonly name: string;
  /** Set for an item of a list. */
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  valueIn(values: object): unknown {
    const value = values[this.name as keyof typeof values] as unknown;
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

/**
 * A statement that Kysely builds once for each opened database and that runs with new values from then on: for frequent
 * calls, where building takes longer than running. The statement must be the same whatever the values are, so `build`
 * must not decide anything by them. A list among the values must always have the same length.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => MaybePromise<Row[]> {
  return runner(build, (engine, db, query, values) => engine.selectRows(db, query, values));
}

/** For a statement that finds one row at most, or of whose rows only the first counts. */
export function preparedFirst<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => MaybePromise<Row | undefined> {
  const run = prepared(build);
  return (db, values) => andThen(run(db, values), ([first]) => first);
}

/**
 * For a statement that changes rows and returns none. Returns how many it changed. SQLite would build a table for the
 * rows of a `returning`.
 */
export function preparedChange<Values extends object>(
  build: (db: Db, values: Values) => Compilable<unknown>,
): (db: Db, values: Values) => MaybePromise<number> {
  return runner(build, (engine, db, query, values) => engine.changeRows(db, query, values));
}

/**
 * For a row that nearly every call looks up by its key: found once in each read snapshot, in which it cannot change.
 * Without snapshots, and inside a transaction, it is looked up each time.
 */
export function oncePerReadSnapshot<Found>(
  find: (db: Db, key: string) => MaybePromise<Found>,
): (db: Db, key: string) => MaybePromise<Found> {
  let snapshot: object | undefined;
  let known = new Map<string, MaybePromise<Found>>();
  return function findOnce(db, key): MaybePromise<Found> {
    const current = engineOf(db).readSnapshot(db);
    if (current instanceof Promise) return current.then(() => findOnce(db, key));
    if (!current) return find(db, key);
    if (current !== snapshot) [snapshot, known] = [current, new Map()];
    let found = known.get(key);
    if (found === undefined) {
      found = find(db, key);
      known.set(key, found);
    }
    return found;
  };
}

/** A statement that is written by hand, which Kysely compiles only for a database. */
export function byHand<Row>(db: Db, statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(db) };
}

/** Something that every opened database has one of. Its transactions share it. */
export function perDatabase<T>(create: () => T): (db: Db) => T {
  const made = new WeakMap<object, T>();
  return (db) => {
    const { adapter } = db.getExecutor();
    const known = made.get(adapter) ?? create();
    made.set(adapter, known);
    return known;
  };
}

type Run<Row, Result> = (
  engine: Engine,
  db: Db,
  query: CompiledQuery<Row>,
  values: readonly unknown[],
) => MaybePromise<Result>;

function runner<Values extends object, Row, Result>(
  build: (db: Db, values: Values) => Compilable<Row>,
  run: Run<Row, Result>,
): (db: Db, values: Values) => MaybePromise<Result> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    const adapter = db.getExecutor().adapter as EngineAdapter; // one for each opened database, also in transactions
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholdersFor(values)).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    );
    return run(adapter.engine, db, query, parameters);
  };
}

function placeholdersFor<Values extends object>(values: Values): Values {
  const placeholders = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
  ]);
  return Object.fromEntries(placeholders) as Values;
}
