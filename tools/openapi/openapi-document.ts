import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Access, accessOf, withoutMark } from "./access-of.ts";
import { CONNECT_ERROR } from "./connect-error.ts";
import type { Describe } from "./describe.ts";
import type { JsonObject, RefOf } from "./json-object.ts";
import { reasonsOf } from "./reasons-of.ts";

type Parts = Readonly<{
  services: readonly DescService[];
  schemas: Record<string, JsonObject>;
  refOf: RefOf;
  describe: Describe;
}>;

/** Every unary method of a package as an operation of OpenAPI 3.1. */
export function openApiDocument(packageName: string, parts: Parts): JsonObject {
  const { services, schemas, describe } = parts;
  const methods = services.flatMap((service) =>
    service.methods.filter(({ methodKind }) => methodKind === "unary"),
  );
  const schemes = methods.flatMap((method) => securityOf(accessOf(method, describe)).flatMap(Object.keys));
  return {
    openapi: "3.1.0",
    info: infoOf(packageName),
    servers: [{ url: "/", description: "The server that serves this document." }],
    externalDocs: { url: "/docs/guides/any-language-json", description: "Examples with curl." },
    tags: services.map((service) => ({ name: service.name, description: describe(service) })),
    paths: Object.fromEntries(
      methods.map((method) => [pathOf(method), { post: operationOf(method, parts) }]),
    ),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.includes(name)),
      ),
      parameters: PARAMETERS,
      headers: HEADERS,
      schemas,
    },
  };
}

/** The version is that of the package: within it the contract only grows, whatever the version of the program. */
function infoOf(packageName: string): JsonObject {
  return {
    title: packageName,
    version: packageName.slice(packageName.lastIndexOf(".") + 1),
    description: [
      "Send a call as a POST of JSON. Without fields, send `{}`.",
      "In a request every property may be absent, and unknown properties are ignored. A response always has every property, except messages without a value and properties of which at most one is set. A newer server may add properties, reasons and values of enums.",
      "Integers of 64 bits and times are strings. Enums are strings with the name of the value.",
    ].join("\n\n"),
  };
}

function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

function operationOf(method: DescMethod, { refOf, describe }: Parts): JsonObject {
  const description = describe(method);
  const [summary = ""] = /^.*?(?=\.(?:\s|$))/.exec(withoutMark(description)) ?? [];
  const reasons = reasonsOf(method, describe);
  return {
    operationId: `${method.parent.name}_${method.name}`,
    tags: [method.parent.name],
    summary,
    description,
    ...(method.deprecated && { deprecated: true }),
    security: securityOf(accessOf(method, describe)),
    parameters: Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: json(refOf(method.input.typeName)) },
    responses: {
      200: {
        description: "The call succeeded.",
        headers: headers("RequestId"),
        content: json(refOf(method.output.typeName)),
      },
      default: {
        description: `The call failed. Reasons: ${reasons.map((reason) => `\`${reason}\``).join(", ")}.`,
        headers: headers("RequestId", "RetryAfter"),
        content: json(refOf(CONNECT_ERROR)),
        "x-svc-reasons": reasons,
      },
    },
  };
}

function json($ref: string): JsonObject {
  return { "application/json": { schema: { $ref } } };
}

/** One of the list is needed, with all that it names. */
function securityOf({ key, token }: Access): Record<string, string[]>[] {
  const withKey = key === "publishable" ? { publishableKey: [] } : { secretKey: [] };
  const withToken = { ...withKey, accessToken: [] };
  if (token === "none") return [withKey];
  return token === "required" ? [withToken] : [withKey, withToken];
}

const SECURITY_SCHEMES = {
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "x-svc-key",
    description: "The project's publishable key, `pk_...`. It is public.",
  },
  secretKey: {
    type: "apiKey",
    in: "header",
    name: "x-svc-key",
    description: "The project's secret key, `sk_...`. It belongs to the backend, never into an app.",
  },
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The user's access token, `accessToken` of a sign-in.",
  },
};

const PARAMETERS = {
  ConnectProtocolVersion: {
    name: "connect-protocol-version",
    in: "header",
    description: "The version of the Connect protocol: `1`. Optional.",
    schema: { type: "string" }, // no const: some generators leave out an operation with one in a header
  },
  ConnectTimeoutMs: {
    name: "connect-timeout-ms",
    in: "header",
    description: "How long the server may take, in milliseconds. Optional.",
    schema: { type: "integer", minimum: 0 },
  },
};

const HEADERS = {
  RequestId: {
    description: "Identifies the call in the server's log.",
    schema: { type: "string" },
  },
  RetryAfter: {
    description: "Seconds to wait before the next attempt, if the server knows.",
    schema: { type: "integer", minimum: 0 },
  },
};

const HEADER_NAMES: Readonly<Record<keyof typeof HEADERS, string>> = {
  RequestId: "x-request-id",
  RetryAfter: "retry-after",
};

function headers(...names: (keyof typeof HEADERS)[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [HEADER_NAMES[name], { $ref: `#/components/headers/${name}` }]),
  );
}
