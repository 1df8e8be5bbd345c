import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ServerReflection as V1 } from "@svc/proto/grpc/reflection/v1/reflection_pb";
import { ServerReflection as V1Alpha } from "@svc/proto/grpc/reflection/v1alpha/reflection_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "../../src/testing/reason-of.ts";
import { openService, type ServiceServer } from "./service-server.ts";

const BUF = join(import.meta.dirname, "../../../node_modules/.bin/buf");

/** Asks one question and returns its answer. */
async function ask(server: ServiceServer, service: typeof V1 | typeof V1Alpha, messageRequest: object) {
  const client = createClient(service as typeof V1, createGrpcTransport({ baseUrl: server.url }));
  const questions = (async function* () {
    yield { messageRequest: messageRequest as never };
  })();
  for await (const answer of client.serverReflectionInfo(questions)) return answer.messageResponse;
  throw new Error("no answer");
}

describe("with reflection", () => {
  let server: ServiceServer;
  beforeAll(async () => {
    server = await openService({ reflection: true });
  });
  afterAll(() => server.close());

  test.each([V1, V1Alpha])("$typeName lists every service", async (service) => {
    const answer = await ask(server, service, { case: "listServices", value: "" });
    expect(answer).toMatchObject({
      case: "listServicesResponse",
      value: {
        service: expect.arrayContaining(
          ["svc.auth.v1.AuthService", "grpc.health.v1.Health", V1.typeName].map((name) =>
            expect.objectContaining({ name }),
          ),
        ),
      },
    });
  });

  test("over HTTP/1.1, which cannot send and receive at once, is refused with a reason", async () => {
    const answer = await fetch(`${server.url}/${V1.typeName}/ServerReflectionInfo`, {
      method: "POST",
      headers: { "content-type": "application/connect+json" },
    });
    expect(answer.status).toBe(505);
    expect(await answer.json()).toMatchObject({ details: [{ debug: { reason: "INVALID_REQUEST" } }] });
  });

  test.each([
    { case: "fileByFilename", value: "svc/auth/v1/config.proto" },
    { case: "fileContainingSymbol", value: "svc.auth.v1.ConfigService" },
    { case: "fileContainingSymbol", value: "svc.auth.v1.ConfigService.GetProjectConfig" },
    { case: "fileContainingSymbol", value: "svc.auth.v1.GetProjectConfigRequest" },
  ])("$case $value gives the file and its imports", async (question) => {
    const answer = await ask(server, V1, question);
    if (answer.case !== "fileDescriptorResponse") throw new Error(`answered ${answer.case}`);
    const names = answer.value.fileDescriptorProto.map(
      (bytes) => fromBinary(FileDescriptorProtoSchema, bytes).name,
    );
    expect(names[0]).toBe("svc/auth/v1/config.proto");
    expect(names).toContain("svc/auth/v1/theme.proto");
  });

  test.each([
    { case: "fileByFilename", value: "../../etc/passwd" },
    { case: "fileContainingSymbol", value: "nope" },
    { case: "allExtensionNumbersOfType", value: "svc.auth.v1.User" },
  ])("$case $value is not found", async (question) => {
    expect(await ask(server, V1, question)).toMatchObject({ case: "errorResponse", value: { errorCode: 5 } });
  });

  test("buf finds the methods and calls one without having the sources", async () => {
    const curl = async (...flags: string[]) =>
      (await promisify(execFile)(BUF, ["curl", "--protocol", "grpc", "--http2-prior-knowledge", ...flags]))
        .stdout;
    expect(await curl("--list-methods", server.url)).toContain("svc.auth.v1.ConfigService/GetProjectConfig");
    expect(await curl(`${server.url}/grpc.health.v1.Health/Check`)).toContain("SERVING");
  });
});

test.each([V1, V1Alpha])("without the option $typeName is UNIMPLEMENTED", async (service) => {
  const server = await openService();
  const failure = await failureOf(ask(server, service, { case: "listServices", value: "" }));
  await server.close();
  expect(failure).toEqual({ code: "Unimplemented", reason: "UNIMPLEMENTED", metadata: {} });
});
