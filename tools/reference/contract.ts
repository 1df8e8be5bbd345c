import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createFileRegistry, type DescMessage, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type Describe, describer } from "../openapi/describe.ts";

const ROOT = join(import.meta.dirname, "../..");

export type Contract = Readonly<{ registry: FileRegistry; describe: Describe }>;

/** The contract with its comments, which the generated code does not have. */
export function readContract(): Contract {
  const buf = join(ROOT, "node_modules/.bin/buf");
  const built = execFileSync(buf, ["build", "-o", "-#format=binpb"], { cwd: ROOT, maxBuffer: 2 ** 28 });
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, built));
  const messages = [...registry].filter((type): type is DescMessage => type.kind === "message");
  return { registry, describe: describer(messages) };
}
