import { createRegistry, type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter, type ServiceImpl } from "@connectrpc/connect";
import { file_google_rpc_error_details } from "@svc/proto/google/rpc/error_details_pb";
import {
  type ServerReflectionRequest,
  ServerReflection as V1,
} from "@svc/proto/grpc/reflection/v1/reflection_pb";
import { ServerReflection as V1Alpha } from "@svc/proto/grpc/reflection/v1alpha/reflection_pb";

/** Answers what grpcurl and buf ask about `services`. Both versions have the same messages. */
export function serveReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const all = [...services, V1, V1Alpha];
  const find = finder(all);
  const info = async function* (requests: AsyncIterable<ServerReflectionRequest>) {
    for await (const request of requests) yield answer(request, all, find);
  };
  router.service(V1, { serverReflectionInfo: info });
  router.service(V1Alpha, { serverReflectionInfo: info } as unknown as ServiceImpl<typeof V1Alpha>);
}

type Finder = {
  byName: (name: string) => DescFile | undefined;
  bySymbol: (symbol: string) => DescFile | undefined;
};

function finder(services: readonly DescService[]): Finder {
  // With the error details registered, grpcurl prints them as text instead of bytes.
  const registry = createRegistry(...services.map((service) => service.file), file_google_rpc_error_details);
  const files = new Map<string, DescFile>();
  const collect = (file: DescFile): void => {
    if (files.has(file.name)) return;
    files.set(file.name, file);
    file.dependencies.forEach(collect);
  };
  for (const service of services) collect(service.file);
  return {
    byName: (name) => files.get(name.replace(/\.proto$/, "")),
    bySymbol: (symbol) =>
      (registry.get(symbol) ?? registry.get(symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")))))?.file,
  };
}

function answer(request: ServerReflectionRequest, services: readonly DescService[], find: Finder) {
  const base = { validHost: request.host, originalRequest: request };
  const question = request.messageRequest;
  if (question.case === "listServices") {
    const service = services.map(({ typeName }) => ({ name: typeName }));
    return { ...base, messageResponse: { case: "listServicesResponse" as const, value: { service } } };
  }
  const file =
    question.case === "fileByFilename"
      ? find.byName(question.value)
      : question.case === "fileContainingSymbol"
        ? find.bySymbol(question.value)
        : undefined;
  if (file) {
    const value = { fileDescriptorProto: withImports(file) };
    return { ...base, messageResponse: { case: "fileDescriptorResponse" as const, value } };
  }
  const value = { errorCode: Code.NotFound, errorMessage: "not found" };
  return { ...base, messageResponse: { case: "errorResponse" as const, value } };
}

function withImports(file: DescFile, seen = new Map<string, Uint8Array>()): Uint8Array[] {
  if (!seen.has(file.name)) {
    seen.set(file.name, toBinary(FileDescriptorProtoSchema, file.proto));
    for (const dependency of file.dependencies) withImports(dependency, seen);
  }
  return [...seen.values()];
}
