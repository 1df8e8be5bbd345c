import { posix } from "node:path";
import { connectSnippets } from "./connect-snippets.ts";
import { readPages } from "./guide-blocks.ts";
import { sourcesOf } from "./guide-script.ts";

/** Whose template's settings a source must compile with. */
export type Framework =
  | "expo"
  | "react-native-oldest"
  | "react-native-newest"
  | "capacitor"
  | "vite-react"
  | "next"
  | "node";

export type Source = Readonly<{
  /** A folder for each page: its files import each other. */
  page: string;
  file: string;
  code: string;
  frameworks: readonly Framework[];
}>;

const REACT_NATIVE: readonly Framework[] = ["expo", "react-native-oldest", "react-native-newest"];

/** What the page says, before what the modules say. */
const BY_PLACE: readonly (readonly [place: RegExp, frameworks: readonly Framework[]])[] = [
  [/^nextjs\//, ["next"]],
  [/^connect-web\/|\/web\.ts$/, ["capacitor", "vite-react"]],
];

/** The first row with a module that a source imports, itself or through other files of its page, decides. */
const BY_MODULE: readonly (readonly [modules: RegExp, frameworks: readonly Framework[]])[] = [
  [/^next\b/, ["next"]],
  [/^(?:expo\b|@svc\/sdk\/expo$)/, ["expo"]],
  [/^(?:@capacitor\/|capacitor-|@svc\/sdk\/capacitor$)/, ["capacitor"]],
  [/^(?:react-native\b|@svc\/sdk\/react-native$)/, REACT_NATIVE],
  [/^(?:@svc\/sdk\/server$|hono\b|express$|fastify$|node:)/, ["node"]],
  [/^(?:@testing-library\/react$|vitest$|react$|@svc\/sdk\/react$)/, ["vite-react"]],
];

/** What imports only the client library is the same in every app. */
const APPS: readonly Framework[] = [...REACT_NATIVE, "capacitor", "vite-react"];

type Files = ReadonlyMap<string, string>;

/** Every block of TypeScript of the guides, of the library's README and of Connect, as the files that they make. */
export function frameworkSources(): Source[] {
  const guides = readPages().flatMap((guide) => {
    const programs = new Set(
      guide.blocks.flatMap(({ treatment }) => (treatment.kind === "run" ? [treatment.file] : [])),
    );
    const written = guide.blocks.flatMap(({ treatment, code, language }) =>
      treatment.kind === "file" && language === "ts" ? [[treatment.file, code] as const] : [],
    );
    const files = new Map([...written, ...sourcesOf(guide)]);
    return sourcesIn(guide.name, files, (file) => programs.has(file));
  });
  const platforms = Map.groupBy(connectSnippets(), ({ platform }) => platform);
  const connect = [...platforms].flatMap(([platform, snippets]) => {
    const files = snippets.flatMap(({ treatment, code }) =>
      treatment?.kind === "compiled" ? [[treatment.file, `${code}\n`] as const] : [],
    );
    return sourcesIn(`connect-${platform}`, new Map(files), () => false);
  });
  return [...guides, ...connect];
}

function sourcesIn(page: string, files: Files, isProgram: (file: string) => boolean): Source[] {
  const chosen = new Map([...files.keys()].map((file) => [file, frameworksOf(page, files, file, isProgram)]));
  // What a file imports is compiled wherever the file is.
  return [...files].map(([file, code]) => {
    const importers = [...files.keys()].filter((other) => closureOf(files, other).files.has(file));
    return {
      page,
      file,
      code,
      frameworks: [...new Set(importers.flatMap((each) => chosen.get(each) ?? []))],
    };
  });
}

function frameworksOf(
  page: string,
  files: Files,
  file: string,
  isProgram: (file: string) => boolean,
): readonly Framework[] {
  const [, byPlace] = BY_PLACE.find(([pattern]) => pattern.test(`${page}/${file}`)) ?? [];
  if (byPlace) return byPlace;
  if (isProgram(file)) return ["node"];
  const { modules } = closureOf(files, file);
  const [, byModule] = BY_MODULE.find(([pattern]) => modules.some((name) => pattern.test(name))) ?? [];
  return byModule ?? APPS;
}

/** A file with the files of the page that it imports, and the modules that they import. */
function closureOf(files: Files, start: string): { files: ReadonlySet<string>; modules: readonly string[] } {
  const reached = new Set([start]);
  const modules: string[] = [];
  for (const file of reached) {
    const code = files.get(file) ?? "";
    for (const [, name = ""] of code.matchAll(/^(?:import|export) (?:[^;"]*? from )?"([^"]+)";/gm)) {
      const base = posix.join(posix.dirname(file), name);
      const found = [base, `${base}.ts`, `${base}.tsx`].find((path) => files.has(path));
      if (!name.startsWith(".")) modules.push(name);
      else if (found !== undefined) reached.add(found);
    }
  }
  return { files: reached, modules };
}
