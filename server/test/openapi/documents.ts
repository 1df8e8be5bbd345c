import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";

export const packages = ["svc.auth.v1", "svc.server.v1"] as const;

type Content = { content: { "application/json": { schema: { $ref: string } } } };

export type Operation = Readonly<{
  operationId: string;
  summary: string;
  description: string;
  security: readonly Record<string, readonly string[]>[];
  requestBody: Content;
  responses: { 200: Content; default: Content & { "x-svc-reasons": readonly string[] } };
}>;

export type OpenApi = Readonly<{
  paths: Readonly<Record<string, Readonly<{ post: Operation }>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

export type Schema = Readonly<{ type?: string; properties?: object; additionalProperties?: unknown }>;

export type JsonObject = Readonly<{ $defs: Readonly<Record<string, Schema>> }>;

export function readDocument(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../../proto/openapi", name), "utf8"));
}

export function readOpenApi(packageName: string): OpenApi {
  return readDocument(`${packageName}.openapi.json`) as OpenApi;
}

export function readJsonSchema(packageName: string): JsonObject {
  return readDocument(`${packageName}.schema.json`) as JsonObject;
}

/**
 * Every keyword, type and format must be known to Ajv. As by default, a subschema may require a property that only its
 * parent defines: a oneof does.
 */
export function strictAjv(): Ajv2020 {
  const strict = { strict: true, strictTypes: true, strictTuples: true, strictRequired: false };
  const ajv = new Ajv2020({ ...strict, allErrors: true });
  ajvFormats.default(ajv);
  return ajv;
}

/** A validator by the name of a message. It refuses what the message does not name, unlike the document itself. */
export function closedSchemas(schema: JsonObject): (typeName: string) => ValidateFunction {
  const $defs = Object.fromEntries(Object.entries(schema.$defs).map(([name, def]) => [name, closed(def)]));
  const ajv = strictAjv().addSchema({ ...schema, $defs }, "messages");
  return (typeName) => {
    const validate = ajv.getSchema(`messages#/$defs/${typeName}`);
    if (!validate) throw new Error(`no schema of ${typeName}`);
    return validate;
  };
}

function closed(def: Schema): Schema {
  return def.type === "object" ? { ...def, additionalProperties: false } : def;
}
