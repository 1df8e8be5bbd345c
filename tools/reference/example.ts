import {
  type DescField,
  type DescMessage,
  type DescMethod,
  type JsonObject,
  type JsonValue,
  ScalarType,
} from "@bufbuild/protobuf";
import type { Access } from "../../server/src/rpc/context.ts";
import { accessWords } from "./access-words.ts";
import type { Contract } from "./contract.ts";
import { extraFields, SOME_ID, valuesByName } from "./example-values.ts";
import { isRequired } from "./fields.ts";

const MAX_LINE = 90;
const ORIGIN = "http://localhost:8080";

export function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

/** A plausible request: the required fields, and what is said to be added to them. */
export function exampleRequest(method: DescMethod, contract: Contract): JsonObject {
  const extra = extraFields[pathOf(method).slice(1)] ?? {};
  const required = requiredFields(method.input, contract);
  return inOrder({ ...required, ...extra }, method.input);
}

/** As a command of the shell. */
export function curlOf(method: DescMethod, access: Access, contract: Contract): string {
  const body = jsonOf(exampleRequest(method, contract));
  const headers = ["content-type: application/json", ...accessWords[access].headers];
  const lines = [
    `curl -s ${ORIGIN}${pathOf(method)}`,
    ...headers.map((header) => `-H '${header}'`),
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ];
  return lines.join(" \\\n  ");
}

/** On one line if it fits. */
function jsonOf(request: JsonObject): string {
  const pretty = JSON.stringify(request, null, 2);
  const short = pretty.replaceAll(/\n\s*/g, " ");
  return short.length <= MAX_LINE ? short : pretty.replaceAll("\n", "\n  ");
}

function requiredFields(message: DescMessage, contract: Contract): JsonObject {
  const required = message.fields.filter((field) => isRequired(contract.describe(field)));
  return Object.fromEntries(required.map((field) => [field.jsonName, someValue(field, contract)]));
}

function inOrder(request: JsonObject, { fields }: DescMessage): JsonObject {
  const names = fields.map(({ jsonName }) => jsonName);
  return Object.fromEntries(Object.entries(request).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}

function someValue(field: DescField, contract: Contract): JsonValue {
  const { jsonName, message, enum: type, scalar } = field;
  if (field.fieldKind === "list") return [];
  if (message) return requiredFields(message, contract);
  if (type) return type.values.find(({ number }) => number > 0)?.name ?? "";
  if (/^id$|Id$/.test(jsonName) && !(jsonName in valuesByName)) return SOME_ID;
  const value = valuesByName[jsonName];
  if (value !== undefined) return value;
  if (scalar === ScalarType.BOOL) return true;
  if (scalar === ScalarType.STRING || scalar === ScalarType.BYTES)
    throw new Error(`${field.toString()} needs a value in tools/reference/example-values.ts`);
  return 1;
}
