import type { DescMethod } from "@bufbuild/protobuf";
import { Validator } from "@seriousme/openapi-schema-validator";
import { file_svc_auth_v1_auth } from "@svc/proto/svc/auth/v1/auth_pb";
import { file_svc_auth_v1_config } from "@svc/proto/svc/auth/v1/config_pb";
import { file_svc_auth_v1_mfa } from "@svc/proto/svc/auth/v1/mfa_pb";
import { file_svc_auth_v1_passkeys } from "@svc/proto/svc/auth/v1/passkeys_pb";
import { file_svc_server_v1_billing } from "@svc/proto/svc/server/v1/billing_pb";
import { file_svc_server_v1_push } from "@svc/proto/svc/server/v1/push_pb";
import { file_svc_server_v1_token } from "@svc/proto/svc/server/v1/token_pb";
import { file_svc_server_v1_users } from "@svc/proto/svc/server/v1/users_pb";
import { describe, expect, test } from "vitest";
import { reasons } from "../../src/errors.ts";
import { type Caller, callers } from "../authorisation/table.ts";
import { packages, readDocument, readJsonSchema, readOpenApi, strictAjv } from "./documents.ts";

const files = [
  file_svc_auth_v1_auth,
  file_svc_auth_v1_config,
  file_svc_auth_v1_mfa,
  file_svc_auth_v1_passkeys,
  file_svc_server_v1_billing,
  file_svc_server_v1_push,
  file_svc_server_v1_token,
  file_svc_server_v1_users,
];

/** What a caller of each kind sends. */
const SECURITY: Partial<Record<Caller, object[]>> = {
  app: [{ publishableKey: [] }],
  user: [{ publishableKey: [], accessToken: [] }],
  "user if any": [{ publishableKey: [] }, { publishableKey: [], accessToken: [] }],
  backend: [{ secretKey: [] }],
};

describe.each(packages)("The documents of %s:", (packageName) => {
  const openApi = readOpenApi(packageName);
  const jsonSchema = readJsonSchema(packageName);
  const operations = Object.entries(openApi.paths).map(([path, { post }]) => ({ path, ...post }));
  const isOfPackage = (name: string) => name.startsWith(`${packageName}.`);

  test("an independent validator accepts the OpenAPI document", async () => {
    const validator = new Validator();
    const document = readDocument(`${packageName}.openapi.json`) as Record<string, unknown>;
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(await new Validator().validate({ ...document, paths: { "no slash": {} } })).toMatchObject({
      valid: false,
    });
  });

  test("Ajv compiles every message of the JSON Schema in its strict mode", () => {
    const ajv = strictAjv();
    expect(ajv.validateSchema(jsonSchema)).toBe(true);
    ajv.addSchema(jsonSchema, "messages");
    for (const name of Object.keys(jsonSchema.$defs))
      expect(ajv.getSchema(`messages#/$defs/${name}`), name).toBeTypeOf("function");
  });

  test("both documents have the same schemas", () => {
    const text = JSON.stringify(openApi.components.schemas).replaceAll("#/components/schemas/", "#/$defs/");
    expect(JSON.parse(text)).toEqual(jsonSchema.$defs);
  });

  test("every method that the server has is an operation, and nothing else is", () => {
    const methods = Object.keys(callers).filter(isOfPackage);
    expect(methods.length).toBeGreaterThan(15);
    expect(operations.map(({ path }) => path.slice(1)).sort()).toEqual(methods.sort());
  });

  test("an operation takes the request of its method and returns its response", () => {
    const services = files.flatMap((file) => file.services.filter(({ typeName }) => isOfPackage(typeName)));
    const methods = services.flatMap((service) => service.methods);
    const pathOf = ({ parent, name }: DescMethod) => `/${parent.typeName}/${name}`;
    const refOf = (typeName: string) => ({ schema: { $ref: `#/components/schemas/${typeName}` } });
    expect(methods).toHaveLength(operations.length);
    for (const method of methods) {
      const operation = openApi.paths[pathOf(method)]?.post;
      expect(operation?.requestBody.content["application/json"]).toEqual(refOf(method.input.typeName));
      expect(operation?.responses[200].content["application/json"]).toEqual(refOf(method.output.typeName));
      expect(operation?.responses.default.content["application/json"]).toEqual(refOf("connect.Error"));
    }
  });

  test("an operation asks for the credentials that the server asks for", () => {
    for (const { path, security } of operations)
      expect(security, path).toEqual(SECURITY[callers[path.slice(1)] ?? "anyone"]);
  });

  test("every operation has its own id, a summary without a mark and the reasons of its failures", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { path, summary, description, responses } of operations) {
      const named = responses.default["x-svc-reasons"];
      expect(summary, path).toMatch(/^(?!Bearer)["A-Z].*[^.]$/);
      expect(description, path).toContain(summary);
      expect(named, path).toEqual(expect.arrayContaining(["API_KEY_MISSING", "API_KEY_INVALID", "INTERNAL"]));
      expect(
        named.filter((reason) => !(reason in reasons)),
        path,
      ).toEqual([]);
    }
  });
});

test("an operation has the reasons of its method, of every method and of methods like it", () => {
  const reasonsOf = (path: string) => {
    const { paths } = readOpenApi(path.startsWith("/svc.auth.") ? "svc.auth.v1" : "svc.server.v1");
    return paths[path]?.post.responses.default["x-svc-reasons"];
  };
  expect(reasonsOf("/svc.auth.v1.AuthService/SignIn")).toEqual(
    expect.arrayContaining(["INVALID_CREDENTIALS", "RATE_LIMITED"]),
  );
  expect(reasonsOf("/svc.auth.v1.AuthService/SignIn")).not.toContain("SESSION_REVOKED");
  expect(reasonsOf("/svc.auth.v1.AuthService/GetMe")).toContain("SESSION_REVOKED");
  expect(reasonsOf("/svc.server.v1.UserService/GetUser")).toContain("WRONG_PROJECT");
  expect(reasonsOf("/svc.server.v1.UserService/ListUsers")).not.toContain("WRONG_PROJECT");
});
