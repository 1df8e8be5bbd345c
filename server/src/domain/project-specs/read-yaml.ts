import { type Document, isMap, Lexer, LineCounter, parseDocument, type YAMLError, type YAMLMap } from "yaml";
import { invalidRequest } from "../../errors.ts";
import { type Place, specError } from "./spec-error.ts";

/** Own wording may have 100 KB, and the keys of its sentences come on top. */
const MAX_BYTES = 256 * 1024;
/** A spec has some hundreds of tokens, and own wording six per text. Far more is an attempt to overload the parser. */
const MAX_TOKENS = 40_000;

export type YamlSpec = { root: YAMLMap; placeOf: (offset: number | undefined) => Place };

/** Reads one mapping in YAML 1.2. Refuses unknown tags, merge keys and older versions of YAML. */
export function readYaml(text: string): YamlSpec {
  if (Buffer.byteLength(text) > MAX_BYTES) throw invalidRequest("spec_yaml", "is larger than 256 KiB");
  if (hasTooManyTokens(text)) throw invalidRequest("spec_yaml", `has more than ${MAX_TOKENS} tokens`);
  const lineCounter = new LineCounter();
  const placeOf = (offset = 0): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const document = parseDocument(text, {
    lineCounter,
    merge: false,
    prettyErrors: false,
    // Quadratic in the number of keys. parse-spec detects duplicates itself.
    uniqueKeys: false,
  });
  // The parser only warns about an unknown tag.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw specError("spec_yaml", describe(problem), placeOf(problem.pos[0]));
  refuseOldYaml(document);
  if (!isMap(document.contents)) {
    throw specError("spec_yaml", "must be a mapping with name, slug and settings", placeOf());
  }
  return { root: document.contents, placeOf };
}

function hasTooManyTokens(text: string): boolean {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) return true;
  }
  return false;
}

/** In YAML 1.1 a plain `no` is false and `<<` merges. */
function refuseOldYaml({ directives }: Document.Parsed): void {
  if (directives.yaml.version !== "1.2") throw invalidRequest("spec_yaml", "must be YAML 1.2");
}

/** The parser's message without the quoted text, which may contain a secret. */
function describe({ code, message }: YAMLError): string {
  if (code === "TAG_RESOLVE_FAILED") return "tags are not supported; put the value in quotes";
  return message.split(/: |\n/, 1)[0] ?? "";
}
