import type { ValidateFunction } from "ajv";
import { expect } from "vitest";
import { closedSchemas, type Operation, readJsonSchema, readOpenApi } from "./documents.ts";

export type Json = Record<string, unknown>;

type Body = Readonly<{ content: { "application/json": { schema: { $ref: string } } } }>;

/** Calls methods with fetch and JSON only, and holds every request and every answer against the documents. */
export class JsonCaller {
  readonly #url: string;
  readonly #operations: Readonly<Record<string, Readonly<{ post: Operation }>>>;
  readonly #schemaOf: (typeName: string) => ValidateFunction;

  constructor(url: string, packageName: string) {
    this.#url = url;
    this.#operations = readOpenApi(packageName).paths;
    this.#schemaOf = closedSchemas(readJsonSchema(packageName));
  }

  /** The answer of a call that succeeds. */
  async call(path: string, request: Json, headers: Record<string, string>): Promise<Json> {
    const { status, body } = await this.#send(path, request, headers);
    expect({ path, status, body }).toMatchObject({ status: 200 });
    this.#check(this.#operation(path).responses[200], body);
    return body;
  }

  /** The ErrorInfo of a call that fails. */
  async fail(path: string, request: Json, headers: Record<string, string>): Promise<Json> {
    const { status, body } = await this.#send(path, request, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    const { default: failure } = this.#operation(path).responses;
    this.#check(failure, body);
    const info = (body.details as [{ debug: Json }])[0].debug;
    expect(failure["x-svc-reasons"], path).toContain(info.reason);
    return info;
  }

  async #send(path: string, request: Json, headers: Record<string, string>) {
    this.#check(this.#operation(path).requestBody, request);
    const all = { "content-type": "application/json", ...headers };
    const answer = await fetch(this.#url + path, {
      method: "POST",
      headers: all,
      body: JSON.stringify(request),
    });
    expect(answer.headers.get("content-type")).toBe("application/json");
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  #operation(path: string): Operation {
    return this.#operations[path]?.post ?? expect.fail(`no operation ${path}`);
  }

  #check({ content }: Body, value: Json): void {
    const name = content["application/json"].schema.$ref.replace("#/components/schemas/", "");
    const validate = this.#schemaOf(name);
    expect(validate(value), `${name}: ${JSON.stringify(validate.errors)} of ${JSON.stringify(value)}`).toBe(
      true,
    );
  }
}
