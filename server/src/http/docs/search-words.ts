/** Words that nearly every question has and that say nothing about what is asked. */
const SILENT = new Set(
  `a an and any are as at be been but by can could did do does for from get gets give got had has have how i if in into
  is it its may me mean means must my no not of off on or our out set should so some than that the their them then there
  these they this to up use used uses using want was way we what when where which while who why will with would you your
  s t don doesn isn happen happens svc`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

type Pairs = ReadonlyMap<string, string>;

const SIGN: Pairs = new Map([
  ["in", "signin"],
  ["on", "signin"],
  ["out", "signout"],
  ["off", "signout"],
  ["up", "register"],
]);

/** Two words that are one. "Log out" is it also with somebody between the words. */
const PAIRS: ReadonlyMap<string, Pairs> = new Map([
  ["sign", SIGN],
  ["log", SIGN],
  ["back", new Map([["up", "backup"]])],
  ["set", new Map([["up", "setup"]])],
  ["roll", new Map([["back", "rollback"]])],
]);
const ONE_WORD: ReadonlyMap<string, string> = new Map([
  ["login", "signin"],
  ["logon", "signin"],
  ["logout", "signout"],
  ["signup", "register"],
]);

/** Words for the same thing: who asks with one of them also finds the others. */
const ALIKE = [
  "delete remove erase deletion",
  "token jwt key",
  "guest anonymous",
  "replica cluster availability",
  "replica worker failover",
  "claim role permission",
  "billing subscription payment purchase",
  "entitlement subscription",
  "migrate import",
  "phone device mobile app",
  "lifetime expiry expire expiration ttl duration valid",
  "refuse reject deny decline fail invalid wrong",
  "proxy nginx caddy traefik",
  "gateway authorizer",
  "mail email smtp",
  "setting configure configuration option variable",
  "php ruby rust dart csharp elixir perl language",
  "throttle limit quota",
  "backup restore dump",
  "verify validate check verification",
  "rotate rotation renew",
  "revoke signout revocation",
  "register account",
  "account user",
  "docker container image",
  "https tls certificate ssl",
  "test mock fake",
  "start begin first quick setup",
  "install deploy",
  "database postgresql sqlite postgres",
  "dashboard console admin administrator",
  "offline network connection",
  "social google apple oauth",
  "mfa 2fa totp factor authenticator",
  "update upgrade version",
  "metrics monitor monitoring prometheus alert",
  "theme branding logo colour color",
];

let alike: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Other words for this one, both as `wordsOf` makes them. */
export function synonymsOf(word: string): ReadonlySet<string> {
  alike ??= readAlike();
  return alike.get(word) ?? new Set();
}

/**
 * The words of a text in the form in which they are compared; an identifier counts whole and in its parts. Who has
 * much to read gives a map in which stems are kept.
 */
export function wordsOf(text: string, stems = new Map<string, string>()): string[] {
  const raw: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const parts = /_|[a-z\d][A-Z]/.test(word) ? partsOf(word) : [];
    if (parts.length !== 1) raw.push(word.toLowerCase());
    for (const part of parts) raw.push(part.toLowerCase());
  }
  const words: string[] = [];
  raw.forEach((word, at) => {
    let root = stems.get(word);
    if (root === undefined) {
      root = stem(word);
      stems.set(word, root);
    }
    const pairs = PAIRS.get(root);
    const pair = pairs && pairAt(raw, at, pairs);
    if (pair !== undefined) words.push(pair);
    else if (!SILENT.has(word)) words.push(ONE_WORD.get(word) ?? root);
  });
  return words;
}

/** The words of a text that are only a part of a name with hyphens: "expo" and "iap" of "expo-iap". */
export function partsOfNames(text: string, stems = new Map<string, string>()): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu)].flatMap(([name]) => {
    const parts = wordsOf(name, stems);
    return parts.length > 1 ? parts : [];
  });
}

function partsOf(word: string): string[] {
  return word.split(/_+|(?<=[a-z\d])(?=[A-Z])/).filter((part) => part !== "");
}

function pairAt(words: readonly string[], at: number, seconds: Pairs): string | undefined {
  const [next = "", ...later] = words.slice(at + 1, at + 5);
  return seconds.get(next) ?? (later.includes("out") ? seconds.get("out") : undefined);
}

/** Without the endings of plurals and verbs, so that "revoking" and "revokes" are "revoke". */
export function stem(word: string): string {
  if (word.length <= 3 || /[\d_]/.test(word)) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(sse|she|che|xe)s$/, "$1")
    .replace(/([^sui])s$/, "$1");
  const base = singular.replace(/(?<=[aeiouy].*[^aeiou]|[aeiouy]{2,})(?:ing|ed)$/, "");
  const plain = base.length >= 3 ? base : singular;
  return plain
    .replace(/([bdgmnprt])\1$/, "$1")
    .replace(/(?<=.{3}t)ion$/, "")
    .replace(/(?<=.{2})e$/, "");
}

function readAlike(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const group of ALIKE) {
    const words = [...new Set(wordsOf(group))];
    for (const word of words) {
      const others = found.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      found.set(word, others);
    }
  }
  return found;
}
