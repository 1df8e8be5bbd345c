import { type Document, isMap, Lexer, LineCounter, parseDocument, type YAMLError, type YAMLMap } from "yaml";
import { invalidRequest } from "../../errors.ts";
import { type Place, specError } from "./spec-error.ts";

const MAX_BYTES = 64 * 1024;
/** A spec has some hundreds; what has far more was made to keep the parser busy. */
const MAX_TOKENS = 10_000;

export type YamlSpec = { root: YAMLMap; placeOf: (offset: number | undefined) => Place };

/** One mapping in YAML 1.2, with nothing in it that could mean more than it shows. */
export function readYaml(text: string): YamlSpec {
  if (Buffer.byteLength(text) > MAX_BYTES) throw invalidRequest("spec_yaml", "is larger than 64 KiB");
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
    // Compares each key with all before it; parse-spec does the same for the keys that there are.
    uniqueKeys: false,
  });
  // A tag that nobody knows is but a warning to the parser.
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

/** What the parser says, without the text that it says it about: that may be a secret. */
function describe({ code, message }: YAMLError): string {
  if (code === "TAG_RESOLVE_FAILED") return "tags are not supported; put the value in quotes";
  return message.split(/: |\n/, 1)[0] ?? "";
}
