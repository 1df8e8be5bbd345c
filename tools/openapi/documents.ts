import type { DescEnum, DescMessage, FileRegistry } from "@bufbuild/protobuf";
import { connectSchemas, ERROR_INFO } from "./connect-error.ts";
import { describer } from "./describe.ts";
import type { JsonObject, RefOf } from "./json-object.ts";
import { enumSchema, messageSchema } from "./message-schema.ts";
import { openApiDocument } from "./openapi-document.ts";
import { isWellKnown } from "./well-known-types.ts";

/** What apps and backends call. The administrators' API is for our own console and command line. */
const PACKAGES = ["svc.auth.v1", "svc.server.v1"];

/** The documents by file name. */
export function documentsOf(registry: FileRegistry): Record<string, JsonObject> {
  return Object.fromEntries(
    PACKAGES.flatMap((name) => [
      [`${name}.openapi.json`, openApiOf(registry, name)],
      [`${name}.schema.json`, jsonSchemaOf(registry, name)],
    ]),
  );
}

function jsonSchemaOf(registry: FileRegistry, packageName: string): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: packageName,
    description: `The messages of ${packageName} as JSON. Refer to one by its full name, for example \`#/$defs/${packageName}.User\`.`,
    $defs: schemasOf(registry, packageName, (typeName) => `#/$defs/${typeName}`),
  };
}

function openApiOf(registry: FileRegistry, packageName: string): JsonObject {
  const refOf: RefOf = (typeName) => `#/components/schemas/${typeName}`;
  const services = filesOf(registry, packageName).flatMap(({ services }) => services);
  const describe = describer(typesOf(registry, packageName));
  return openApiDocument(packageName, {
    services,
    refOf,
    describe,
    schemas: schemasOf(registry, packageName, refOf),
  });
}

/** One schema per message and enum of the package and of what these use, sorted by name. */
export function schemasOf(
  registry: FileRegistry,
  packageName: string,
  refOf: RefOf,
): Record<string, JsonObject> {
  const types = typesOf(registry, packageName);
  const describe = describer(types);
  const schemas = types.map((type): [string, JsonObject] => [
    type.typeName,
    type.kind === "enum" ? enumSchema(type, describe) : messageSchema(type, refOf, describe),
  ]);
  const all = [...schemas, ...Object.entries(connectSchemas(refOf))];
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function filesOf(registry: FileRegistry, packageName: string) {
  return [...registry.files]
    .filter((file) => file.proto.package === packageName)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function typesOf(registry: FileRegistry, packageName: string): (DescMessage | DescEnum)[] {
  const found = new Set<DescMessage | DescEnum>();
  const visit = (type: DescMessage | DescEnum): void => {
    if (found.has(type) || isWellKnown(type)) return;
    found.add(type);
    if (type.kind === "enum") return;
    for (const field of type.fields) {
      const used = field.message ?? field.enum;
      if (used) visit(used);
    }
    for (const nested of [...type.nestedMessages, ...type.nestedEnums]) visit(nested);
  };
  for (const file of filesOf(registry, packageName))
    for (const type of [...file.messages, ...file.enums]) visit(type);
  const errorInfo = registry.getMessage(ERROR_INFO);
  if (errorInfo) visit(errorInfo);
  return [...found];
}
