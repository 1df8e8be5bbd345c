/** On globalThis, so that two copies of this package in one program have the same one. */
export function shared<T>(name: string, make: () => T): T {
  const home = globalThis as Record<symbol, unknown>;
  const key = Symbol.for(`svc.sdk.${name}`);
  home[key] ??= make();
  return home[key] as T;
}
