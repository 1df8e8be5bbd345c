/** A value, or a promise of it. Most rows on SQLite are there at once, and awaiting one costs more than reading it. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` at once when the value is not a promise. What `next` throws then is thrown and not a rejection. */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
