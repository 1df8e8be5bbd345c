import { createHash } from "node:crypto";
import { isObject, type Json } from "./scenario-files.ts";

const HASH = "$sha256:";

/** Compares values with patterns, and remembers the strings that they name. */
export class Patterns {
  private readonly bound = new Map<string, string>();

  /** Where `value` differs from the pattern, or undefined if it does not. */
  mismatch(pattern: Json, value: unknown, path = ""): string | undefined {
    if (typeof pattern === "string" && pattern.startsWith("$")) return this.special(pattern, value, path);
    if (Array.isArray(pattern)) {
      if (!Array.isArray(value) || value.length !== pattern.length) return differs(path, pattern, value);
      return first(pattern, (each, at) => this.mismatch(each, value[at], `${path}[${at}]`));
    }
    if (!isObject(pattern))
      return (pattern ?? null) === (value ?? null) ? undefined : differs(path, pattern, value);
    const others = pattern.$has;
    const wanted = isObject(others) ? others : pattern;
    if (!isObject(value)) return differs(path, pattern, value);
    const names = new Set([...Object.keys(wanted), ...(others ? [] : Object.keys(value))]);
    return first([...names], (name) => this.mismatch(wanted[name] ?? null, value[name], `${path}.${name}`));
  }

  /** The value with its named strings in their places. */
  fill(value: Json): Json {
    if (typeof value === "string") {
      if (/^\$\w+$/.test(value)) return this.named(value.slice(1));
      return value.replace(/\$\{(\w+)\}/g, (_, name: string) => this.named(name));
    }
    if (Array.isArray(value)) return value.map((each) => this.fill(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.fill(each)]));
  }

  private named(name: string): string {
    const text = this.bound.get(name);
    if (text === undefined) throw new Error(`nothing is called $${name} yet`);
    return text;
  }

  private special(pattern: string, value: unknown, path: string): string | undefined {
    if (pattern === "$any")
      return value === undefined || value === null ? differs(path, pattern, value) : undefined;
    if (pattern.startsWith(HASH)) {
      const hash = createHash("sha256")
        .update(this.named(pattern.slice(HASH.length)))
        .digest("base64url");
      return value === hash ? undefined : differs(path, `${pattern}, which is ${hash}`, value);
    }
    const name = pattern.slice(1);
    if (!/^\w+$/.test(name)) throw new Error(`unknown pattern ${pattern}`);
    const text = this.bound.get(name);
    if (text !== undefined)
      return value === text ? undefined : differs(path, `${pattern}, which is ${text}`, value);
    if (typeof value !== "string") return differs(path, pattern, value);
    for (const [other, taken] of this.bound) {
      if (taken === value) return differs(path, `${pattern}, another string than $${other}`, value);
    }
    this.bound.set(name, value);
    return undefined;
  }
}

const differs = (path: string, expected: unknown, got: unknown): string =>
  `${path || "it"}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got) ?? "nothing"}`;

function first<T>(list: readonly T[], find: (each: T, at: number) => string | undefined): string | undefined {
  for (const [at, each] of list.entries()) {
    const found = find(each, at);
    if (found) return found;
  }
  return undefined;
}
