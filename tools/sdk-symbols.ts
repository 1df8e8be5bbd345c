import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
} from "typescript/unstable/sync";
import { type Entry, entries } from "../sdk/typescript/entries.ts";

/** A public symbol of the SDK, and the documentation that an editor shows for it. */
export type SdkSymbol = Readonly<{
  /** For example `AuthClient.signUp`, or `AuthProvider(props).client`. */
  name: string;
  /** Where it is declared, below the folder of the declarations. */
  file: string;
  doc: string;
  examples: readonly string[];
}>;

const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: "es2022",
  module: "nodenext",
  lib: ["es2022", "dom"],
  types: [],
};

/** Every export of the entries, and every member of theirs that the built package itself declares; each one once. */
export function sdkSymbols(dist: string, all: readonly Entry[] = entries): SdkSymbol[] {
  const config = join(dist, "tsconfig.json");
  const files = all.map(({ name }) => join(dist, `${name}.d.ts`));
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} was not opened`);
    const { checker, program } = project;
    const modules = files.map((file) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`${file} exports nothing`);
      return module;
    });
    const collect = collector(checker, join(dist, "types"));
    return collect(modules.flatMap((module) => checker.getExportsOfModule(module)));
  } finally {
    api.close();
  }
}

/** Reads the symbols of the package, of which `folder` has the declarations. What others declare is left out. */
function collector(checker: Checker, folder: string) {
  const found = new Map<string, SdkSymbol>();
  const foreign = new Set<string>();
  const seenTypes = new Set<number>();
  const ownNames = new Set<string>();

  const placeOf = ({ declarations }: TsSymbol) => {
    const place = declarations.find(({ path }) => path.startsWith(`${folder}/`));
    return place && { file: relative(folder, place.path), key: `${place.path}:${place.index}` };
  };

  const add = (symbol: TsSymbol, name: string): boolean => {
    const { file, key } = placeOf(symbol) ?? {};
    if (!file || !key || found.has(key) || foreign.has(key)) return false;
    const tags = checker.getJsDocTagsOfSymbol(symbol);
    const examples = tags.flatMap(({ name, text = "" }) => (name === "example" ? [text] : []));
    found.set(key, { name, file, doc: checker.getDocumentationCommentOfSymbol(symbol).trim(), examples });
    return true;
  };

  const addType = (type: Type | undefined, reachedBy: string, isReturned = false): void => {
    if (!type || seenTypes.has(type.id)) return;
    seenTypes.add(type.id);
    const own = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? "";
    const name = ownNames.has(own) ? own : reachedBy;
    if (type.isUnionType()) for (const each of type.getTypes()) addType(each, name);
    for (const each of type.getAliasTypeArguments()) addType(each, name);
    if (type.isTypeReference()) for (const each of checker.getTypeArguments(type)) addType(each, name);
    // A returned function is called by other code, such as a web framework.
    if (!isReturned) addSignatures(type, name);
    for (const member of type.isUnionType() ? [] : checker.getPropertiesOfType(type)) {
      const memberName = `${name}.${member.name}`;
      if (add(member, memberName)) addType(checker.getTypeOfSymbol(member), memberName);
    }
  };

  const addSignatures = (type: Type, name: string): void => {
    const kinds = [SignatureKind.Call, SignatureKind.Construct];
    for (const signature of kinds.flatMap((kind) => checker.getSignaturesOfType(type, kind))) {
      if (!signature.declaration?.path.startsWith(`${folder}/`)) continue;
      for (const parameter of signature.getParameters())
        addType(checker.getTypeOfSymbol(parameter), `${name}(${parameter.name})`);
      addType(checker.getReturnTypeOfSignature(signature), `${name}()`, true);
    }
  };

  const addExport = (symbol: TsSymbol): void => {
    add(symbol, symbol.name);
    if (symbol.flags & SymbolFlags.Type) addType(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
    if (symbol.flags & SymbolFlags.Value) addType(checker.getTypeOfSymbol(symbol), symbol.name);
  };

  /** The type of another package's module, which documents its own members. */
  const leaveOutMembers = (symbol: TsSymbol): void => {
    for (const member of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)))
      foreign.add(placeOf(member)?.key ?? "");
  };

  return (exported: readonly TsSymbol[]): SdkSymbol[] => {
    const symbols = exported.map((symbol) =>
      symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
    for (const { name } of symbols) ownNames.add(name);
    for (const symbol of symbols) if (symbol.name.endsWith("Like")) leaveOutMembers(symbol);
    for (const symbol of symbols) addExport(symbol);
    return [...found.values()];
  };
}
