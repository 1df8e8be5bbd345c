import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRegistry, fromJson } from "@bufbuild/protobuf";
import { file_svc_admin_v1_analytics } from "@svc/proto/svc/admin/v1/analytics_pb";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/src/commands.ts";
import { eventKinds as kindsOfTheConsole } from "../../console/src/strings/events.ts";
import { checkLinks } from "../../tools/check-links.ts";
import { exampleRequest } from "../../tools/reference/example.ts";
import { extraFields } from "../../tools/reference/example-values.ts";
import { readSources, referencePages, regenerate } from "../../tools/reference/pages.ts";
import { sdkCalls } from "../../tools/reference/sdk-calls.ts";
import { services } from "../../tools/reference/services.ts";
import type { Key } from "../src/config/key.ts";
import { keys } from "../src/config/keys.ts";
import { eventKinds } from "../src/domain/analytics/event-kinds.ts";
import { reasons } from "../src/errors.ts";
import { contentsOf } from "../src/http/docs/contents.ts";
import { readDocsPages } from "../src/http/docs/docs-pages.ts";
import { callers } from "./authorisation/table.ts";

const root = join(import.meta.dirname, "../..");
const docs = join(root, "docs");
const sources = readSources();
const { registry, describe: comment } = sources.contract;
const pages = referencePages(sources);
const all = [...pages.values()].join("\n");
const methods = services.flatMap(({ typeName }) => registry.getService(typeName)?.methods ?? []);
const nameOf = ({ parent, name }: (typeof methods)[number]) => `${parent.typeName}/${name}`;

function readDoc(name: string): string {
  return readFileSync(join(docs, name), "utf8");
}

describe("docs/reference", () => {
  test("has the pages that the code gives now, and no other", () => {
    expect(readdirSync(join(docs, "reference")).sort(), `run: ${regenerate}`).toEqual(
      [...pages.keys()].sort(),
    );
    for (const [name, text] of pages) expect(readDoc(`reference/${name}`), `run: ${regenerate}`).toBe(text);
  });

  test("has every method that the server has, with its path", () => {
    const streams = [
      "grpc.health.v1.Health/Watch",
      "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ];
    const served = [...Object.keys(callers), ...streams];
    expect(served.length).toBeGreaterThan(140);
    expect(served.filter((method) => !all.includes(method))).toEqual([]);
    const documented = [...all.matchAll(/^- \*\*Path:\*\* `\/(.+)`$/gm)].map(([, path = ""]) => path);
    expect(documented.filter((path) => !served.includes(path))).toEqual([]);
    expect(new Set(documented).size).toBe(documented.length);
  });

  test("has every field of every request and response", () => {
    for (const { page, typeName } of services) {
      const text = pages.get(page) ?? "";
      const used =
        registry.getService(typeName)?.methods.flatMap(({ input, output }) => [input, output]) ?? [];
      const missing = used.flatMap(({ typeName, fields }) =>
        fields.flatMap(({ jsonName }) =>
          text.includes(`| \`${jsonName}\` `) ? [] : [`${typeName}.${jsonName}`],
        ),
      );
      expect(missing, page).toEqual([]);
    }
  });

  test("has every kind of event that the server writes, the contract names and the console shows", () => {
    const events = pages.get("events.md") ?? "";
    expect(Object.keys(eventKinds).filter((kind) => !events.includes(`| \`${kind}\` |`))).toEqual([]);
    const field = registry.getMessage("svc.admin.v1.Event")?.field.kind ?? expect.fail();
    const named = [...comment(field).matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, kind = ""]) => kind);
    expect(named.length).toBeGreaterThan(20);
    expect([...named, ...kindsOfTheConsole].filter((kind) => !(kind in eventKinds))).toEqual([]);
  });

  test("leads to every error reason, setting and command", () => {
    const index = pages.get("README.md") ?? "";
    for (const target of ["events.md", "../errors.md", "../operations.md#settings", "../cli.md"])
      expect(index).toContain(`](${target})`);
    const [errors, operations, cli] = ["errors.md", "operations.md", "cli.md"].map(readDoc);
    expect(Object.keys(reasons).filter((reason) => !errors?.includes(`| \`${reason}\` |`))).toEqual([]);
    expect(commands.filter(({ usage }) => !cli?.includes(`### \`svc ${usage}\``))).toEqual([]);
    const settings = Object.values(keys).map(({ toml }: Key) => toml);
    expect(settings.filter((toml) => toml && !operations?.includes(`| \`${toml}\` |`))).toEqual([]);
  });

  test("links to pages and headings that exist, and the index to every page", () => {
    expect(checkLinks(root).problems.filter((problem) => problem.startsWith("docs/"))).toEqual([]);
    const others = [...pages.keys()].filter((name) => name !== "README.md");
    expect(others.filter((name) => !pages.get("README.md")?.includes(`](${name})`))).toEqual([]);
  });

  test("is in the table of contents of the served documentation", () => {
    const listed = contentsOf(readDocsPages()).flatMap(({ entries }) => entries.map(({ page }) => page.file));
    expect([...pages.keys()].filter((name) => !listed.includes(`reference/${name}`))).toEqual([]);
  });
});

describe("the examples of docs/reference", () => {
  const types = createRegistry(file_svc_admin_v1_analytics, ...registry);

  test.each(methods.map((method) => ({ name: nameOf(method), method })))(
    "the request of $name is one that the server can read",
    ({ method }) => {
      const request = exampleRequest(method, sources.contract);
      expect(() => fromJson(method.input, request, { registry: types })).not.toThrow();
    },
  );

  test("nothing is added to the example of a method that does not exist", () => {
    const names = methods.map(nameOf);
    expect(Object.keys(extraFields).filter((name) => !names.includes(name))).toEqual([]);
  });

  test("every method of the APIs for apps and for backends has a call with the client library, and no other", () => {
    const names = methods.map(nameOf).filter((name) => /^svc\.(auth|push|billing|server)\./.test(name));
    expect(Object.keys(sdkCalls).sort()).toEqual(names.sort());
  });
});
