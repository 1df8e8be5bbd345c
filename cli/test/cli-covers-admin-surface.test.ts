import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { DescFile } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { commands } from "../src/commands.ts";
import { root } from "./cli-runner.ts";

const cliFolder = join(root, "cli/src");
const adminFolder = join(root, "proto/gen/svc/admin/v1");

/** Methods of svc.admin.v1 that no command calls, and why. */
const reasons: Readonly<Record<string, string>> = {
  "SessionService.Login": "opens a browser session; the command line uses personal access tokens",
  "SessionService.Logout": "ends the browser session of the cookie that it is called with",
  "SessionService.Reauthenticate": "belongs to a browser session; a personal access token has none",
  "SessionService.StartPasskeyLogin": "begins a ceremony of a browser",
  "SessionService.LoginWithPasskey": "opens a browser session, like Login",
  "SessionService.ListMyPasskeys":
    "is for the console; svc admin reset-factors removes passkeys on the server",
  "SessionService.StartPasskeyAddition": "begins a ceremony of a browser",
  "SessionService.AddMyPasskey": "ends a ceremony of a browser",
  "SessionService.RenameMyPasskey": "belongs to a browser session; a personal access token has none",
  "SessionService.RemoveMyPasskey": "belongs to a browser session; a personal access token has none",
  "AdminFactorService.CompleteLogin": "opens a browser session, like Login",
  "AdminFactorService.StartTotpEnrollment": "belongs to a browser session; a personal access token has none",
  "AdminFactorService.StartRequiredEnrollment": "is a part of a login in a browser",
  "AdminFactorService.ConfirmTotpEnrollment": "belongs to a browser session or a login",
  "AdminFactorService.GetMyFactors":
    "is for the console; svc admin reset-factors removes factors on the server",
  "AdminFactorService.RemoveTotp": "belongs to a browser session; a personal access token has none",
  "AdminFactorService.RegenerateRecoveryCodes":
    "belongs to a browser session; a personal access token has none",
  "AdminFactorService.SetAdminFactorPolicy": "belongs to a browser session; a personal access token has none",
  "AdminAccountService.InspectInvite": "is the page behind the link of the invitation",
  "AdminAccountService.AcceptInvite": "is the page behind the link of the invitation",
  "AdminAccountService.ChangePassword": "is for the console; svc admin create sets a password on the server",
  "ThemeService.PreviewTheme": "renders a page for the console's editor; there is nothing to print",
};

/** `UserService.GetUser` for every method of the generated contract. */
async function adminMethods(): Promise<string[]> {
  const modules = readdirSync(adminFolder).filter((name) => name.endsWith("_pb.js"));
  const files = await Promise.all(
    modules.map(async (name) => {
      const exported: Record<string, unknown> = await import(join(adminFolder, name));
      return Object.entries(exported).flatMap(([key, value]) =>
        key.startsWith("file_") ? [value as DescFile] : [],
      );
    }),
  );
  return files
    .flat()
    .flatMap(({ services }) => services)
    .flatMap((service) => service.methods.map(({ name }) => `${service.name}.${name}`));
}

/** The text of a file without comments, so that a call in one does not count. */
function sourceOf(file: string): string {
  return readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

function cliSources(): string[] {
  const names = readdirSync(cliFolder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => join(cliFolder, name));
}

/** The files that rows of the table load, one for each command. */
function loadedFiles(): string[] {
  return cliSources().flatMap((file) =>
    [...sourceOf(file).matchAll(/load: \(\) => import\("([^"]+)"\)/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    ),
  );
}

/** What a file of the command line imports when it runs. */
function importsOf(file: string): string[] {
  const source = sourceOf(file).replaceAll(/^(import|export) type [^;]*;/gm, "");
  const paths = [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) => path);
  return paths.map((path) => join(dirname(file), path)).filter((path) => path.startsWith(cliFolder));
}

function reachableFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const rest = [...files];
  for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    rest.push(...importsOf(file));
  }
  return reached;
}

/** `UserService.GetUser` for each call that a file makes. */
function callsIn(file: string): string[] {
  const calls = sourceOf(file).matchAll(/\(\s*"([A-Z]\w*Service)",\s*"([a-z])(\w*)"/g);
  return [...calls].map(([, service, first = "", rest]) => `${service}.${first.toUpperCase()}${rest}`);
}

describe("the command line and svc.admin.v1", () => {
  const loaded = loadedFiles();
  const reachable = reachableFrom(loaded);
  const called = new Set([...reachable].flatMap(callsIn));

  test("every command has a file that its row loads", () => {
    expect(loaded).toHaveLength(commands.length);
  });

  test("every method has a command that calls it, or a stated reason", async () => {
    const methods = await adminMethods();
    expect(methods).toContain("UserService.UnlinkIdentity");
    expect(methods.length).toBeGreaterThan(60);
    expect(methods.filter((method) => !called.has(method) && !Object.hasOwn(reasons, method))).toEqual([]);
  });

  test("every stated reason is about a method that exists and that no command calls", async () => {
    const methods = await adminMethods();
    const stated = Object.keys(reasons);
    expect(stated.filter((method) => !methods.includes(method))).toEqual([]);
    expect(stated.filter((method) => called.has(method))).toEqual([]);
  });

  test("every file that calls the server is loaded by a command", () => {
    const callers = cliSources().filter((file) => callsIn(file).length > 0);
    expect(callers.length).toBeGreaterThan(50);
    const unreachable = callers.filter((file) => !reachable.has(file));
    expect(unreachable.map((file) => relative(root, file))).toEqual([]);
  });
});
