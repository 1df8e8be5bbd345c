import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  createFileRegistry,
  type DescMessage,
  type DescService,
  type FileRegistry,
  fromBinary,
  type Message,
} from "@bufbuild/protobuf";
import { type Any, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** The runner starts the server with a path of its own. */
const BUF = join(import.meta.dirname, "../../../node_modules/.bin/buf");
const PACKAGE = "connectrpc.conformance.v1";

export type Header = { name: string; value: string[] };

export type SuiteFailure = { code: number; message?: string; details: Any[] };

export type RequestInfo = { requestHeaders: Header[]; timeoutMs?: bigint; requests: Any[] };

export type UnaryRequest = Message & {
  responseDefinition?: {
    responseHeaders: Header[];
    response:
      | { case: "responseData"; value: Uint8Array }
      | { case: "error"; value: SuiteFailure }
      | { case: undefined };
    responseTrailers: Header[];
    responseDelayMs: number;
  };
};

export type ServerStreamRequest = Message & {
  responseDefinition?: {
    responseHeaders: Header[];
    responseData: Uint8Array[];
    responseDelayMs: number;
    error?: SuiteFailure;
    responseTrailers: Header[];
  };
};

export type ServerCompatRequest = Message & {
  useTls: boolean;
  messageReceiveLimit: number;
  serverCreds?: { cert: Uint8Array; key: Uint8Array };
};

export const registry: FileRegistry = createFileRegistry(
  fromBinary(
    FileDescriptorSetSchema,
    execFileSync(BUF, [
      "build",
      join(import.meta.dirname, "service.proto"),
      "--as-file-descriptor-set",
      "-o",
      "-",
    ]),
  ),
);

export const messageOf = (name: string): DescMessage =>
  known(registry.getMessage(`${PACKAGE}.${name}`), name);

export const service: DescService = known(
  registry.getService(`${PACKAGE}.ConformanceService`),
  "the service",
);

function known<T>(desc: T | undefined, name: string): T {
  if (desc === undefined) throw new Error(`service.proto does not have ${name}`);
  return desc;
}
