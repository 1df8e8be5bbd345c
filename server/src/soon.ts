/** There already, or to be waited for: to wait for what is there costs more than to find it. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once where it can. What fails at once is thrown. */
export function whenThere<T, Result>(value: Soon<T>, next: (value: T) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
