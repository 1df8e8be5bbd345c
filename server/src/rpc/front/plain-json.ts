import { create, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";

/** By their names in JSON: the fields that hold a text and nothing else. */
const textFields = new WeakMap<DescMessage, ReadonlyMap<string, string>>();

/**
 * Reads an object of texts, which most requests are. Undefined for whatever is not as plain, right or wrong: that is
 * the library's, which takes longer because it looks for repeated names letter by letter.
 */
export function readPlainJson(message: DescMessage, text: string): Message | undefined {
  if (text.includes("\\u")) return undefined; // perhaps U+0000, or half of a character
  const object = parse(text);
  if (typeof object !== "object" || object === null || Array.isArray(object)) return undefined;
  const fields = textFieldsOf(message);
  const read = create(message) as Message & Record<string, unknown>;
  let marks = 0;
  for (const [name, value] of Object.entries(object)) {
    const field = fields.get(name);
    if (field === undefined || typeof value !== "string") return undefined;
    read[field] = value;
    marks += 4;
  }
  return marks === quotationMarksIn(text) ? read : undefined; // more of them: a name is there twice
}

const escaped = /\\./g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textFieldsOf(message: DescMessage): ReadonlyMap<string, string> {
  let fields = textFields.get(message);
  if (!fields) {
    const texts = message.fields.filter(({ scalar, fieldKind, oneof }) => {
      return fieldKind === "scalar" && scalar === ScalarType.STRING && oneof === undefined;
    });
    fields = new Map(texts.map(({ jsonName, localName }) => [jsonName, localName]));
    textFields.set(message, fields);
  }
  return fields;
}

/** Those that begin or end a text. */
function quotationMarksIn(json: string): number {
  const text = json.includes("\\") ? json.replace(escaped, "") : json;
  let marks = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) marks += 1;
  return marks;
}
