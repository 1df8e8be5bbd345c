import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";
import { documentsOf } from "./documents.ts";

/** The plugin that `buf generate` runs: the packages for apps and backends as JSON Schema and OpenAPI. */
runNodeJs({
  name: "protoc-gen-openapi",
  version: "v1",
  run({ protoFile }) {
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: protoFile }));
    const file = Object.entries(documentsOf(registry)).map(([name, document]) => ({
      name,
      content: `${JSON.stringify(document, null, 2)}\n`,
    }));
    return create(CodeGeneratorResponseSchema, {
      file,
      supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
    });
  },
});
