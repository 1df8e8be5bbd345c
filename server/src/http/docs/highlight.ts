import { type Html, html } from "../../wire/html.ts";

/** Comments, strings, numbers and flags, words of the language. */
type Kind = "comment" | "string" | "number" | "keyword";
type Rules = Readonly<Partial<Record<Kind, string>>>;

const QUOTED = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const NUMBER = String.raw`\b\d[\d_.]*\b`;
const HASH_COMMENT = String.raw`(?<=^|\s)#.*`;
const words = (list: string): string => String.raw`\b(?:${list.trim().replace(/\s+/g, "|")})\b`;

const c = (keywords: string): Rules => ({
  comment: String.raw`(?<!:)\/\/.*|\/\*[\s\S]*?\*\/`,
  string: `${QUOTED}|\`(?:\\\\.|[^\`\\\\])*\``,
  number: NUMBER,
  keyword: words(keywords),
});
const withKeys = (key: string): Rules => ({
  comment: HASH_COMMENT,
  keyword: key,
  string: QUOTED,
  number: NUMBER,
});

const script =
  c(`abstract as async await break case catch class const continue default delete do else export extends
  false finally for from function if implements import in instanceof interface let new null of return satisfies static
  switch this throw true try type typeof undefined var void while yield`);
const shell: Rules = {
  comment: HASH_COMMENT,
  string: String.raw`"(?:\\.|[^"\\])*"|'[^']*'`,
  number: String.raw`(?<=\s)--?[A-Za-z][\w-]*|\$\{?\w+\}?`,
  keyword: words("if then else fi for do done while case esac export"),
};
const markup: Rules = { comment: "<!--[\\s\\S]*?-->", keyword: "</?[\\w:-]+|/?>", string: QUOTED };
const ini: Rules = withKeys(String.raw`^\[.*\]$|^[\w.-]+(?=\s*=)`);
const directives: Rules = withKeys(String.raw`(?<=^\s*)[\w@-]+`);

const sql: Rules = {
  comment: "--.*",
  string: "'[^']*'",
  number: NUMBER,
  keyword:
    words(`alter and as by create delete drop from grant group in insert into is join key limit not null on or
    order primary references role select set table to update user values where with`),
};

const LANGUAGES: Readonly<Record<string, Rules>> = {
  sh: shell,
  ts: script,
  tsx: script,
  js: script,
  json: {
    keyword: String.raw`"(?:\\.|[^"\\\n])*"(?=\s*:)|\b(?:true|false|null)\b`,
    string: QUOTED,
    number: NUMBER,
  },
  go: c(`break case chan const continue default defer else fallthrough for func go goto if import interface map nil
    package range return select struct switch type var true false`),
  java: c(`abstract boolean break case catch class const else extends false final finally for if implements import int
    interface long new null package private protected public return static super switch this throw throws true try void
    while`),
  kotlin:
    c(`as class companion data else false for fun if import in interface is null object override package private
    return suspend this true try val var when while`),
  swift:
    c(`as async await case catch class do else enum extension false for func guard if import in init let nil
    private protocol public return self static struct switch throw throws true try var while`),
  dart: c(`abstract async await bool case catch class const else enum extends false final finally for if implements import
    in late new null on override required return static super switch this throw true try var void while with`),
  csharp:
    c(`async await bool case catch class const else false finally for foreach if in int is namespace new null out
    private public return static string switch this throw true try using var void while`),
  rust: c(`as async await const else enum false fn for if impl in let loop match mod move mut pub return self static struct
    trait true type use where while`),
  php: c(`as catch class const echo else extends false final fn for foreach function if implements new null private public
    readonly require return self static throw true try use`),
  python: {
    comment: HASH_COMMENT,
    string: String.raw`"""[\s\S]*?"""|${QUOTED}`,
    number: NUMBER,
    keyword:
      words(`and as assert async await break class continue def del elif else except False finally for from if
      import in is lambda None not or pass raise return True try while with yield`),
  },
  yaml: withKeys(String.raw`(?<=^[\s-]*)[\w./-]+(?=:(?:\s|$))`),
  toml: ini,
  ini,
  nginx: directives,
  caddyfile: directives,
  sql,
  xml: markup,
  html: markup,
  http: { keyword: String.raw`^(?:GET|POST|PUT|DELETE|HTTP)\b.*|^[\w-]+(?=:)`, string: QUOTED },
};

/** What a page that the console opened shows instead: the project's publishable key and name. */
const PLACEHOLDER =
  /(?<key>pk_\.\.\.)|(?<=--project |\/p\/|project: "|AUTH_PROJECT(?:", |=|: | = )"?|project (?:dump|import|apply|get) |slug: |aud\w*"?(?::| =) \[?"?|changes? to )demo\b/g;

type Place = Readonly<{ start: number; end: number; fills: "fill-key" | "fill-project" }>;

const expressions = new Map<Rules, RegExp>();

/** Code with its parts marked by classes; code of a language without rules is one part. */
export function highlight(code: string, language: string): Html {
  const places = [...code.matchAll(PLACEHOLDER)].map(
    (match): Place => ({
      start: match.index,
      end: match.index + match[0].length,
      fills: match.groups?.key === undefined ? "fill-project" : "fill-key",
    }),
  );
  const parts: Html[] = [];
  let at = 0;
  const rules = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  for (const match of rules ? code.matchAll(expressionOf(rules)) : []) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    const end = match.index + match[0].length;
    if (kind === undefined || end === match.index) continue;
    parts.push(slice(code, at, match.index, places));
    parts.push(html`<span class="${kind}">${slice(code, match.index, end, places)}</span>`);
    at = end;
  }
  parts.push(slice(code, at, code.length, places));
  return html`${parts}`;
}

function expressionOf(rules: Rules): RegExp {
  let expression = expressions.get(rules);
  if (!expression) {
    const groups = Object.entries(rules).map(([kind, source]) => `(?<${kind}>${source})`);
    expression = new RegExp(groups.join("|"), rules === sql ? "gim" : "gm");
    expressions.set(rules, expression);
  }
  return expression;
}

function slice(code: string, start: number, end: number, places: readonly Place[]): Html {
  const parts: Html[] = [];
  let at = start;
  for (const place of places) {
    if (place.start < at || place.end > end) continue;
    parts.push(
      html`${code.slice(at, place.start)}<span class="${place.fills}">${code.slice(place.start, place.end)}</span>`,
    );
    at = place.end;
  }
  parts.push(html`${code.slice(at, end)}`);
  return html`${parts}`;
}
