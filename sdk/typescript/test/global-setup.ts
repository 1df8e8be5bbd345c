import type { TestProject } from "vitest/node";
import { buildProgram } from "../../../tools/build/program.ts";
import { ServerProcess } from "./server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    server: { url: string; token: string; dataDir: string };
  }
}

/** One server for all tests of the SDK; each file makes a project of its own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildProgram();
  const server = await ServerProcess.start();
  const { url, token, dataDir } = server;
  project.provide("server", { url, token, dataDir });
  return () => server.stop();
}
