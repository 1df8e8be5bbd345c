import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const generated = join(import.meta.dirname, "../../proto/gen");

/** Types of Google's that the JSON of ours is made of; the generated files take them from the runtime. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  TimestampJson: "string",
  StructJson: "{ [key: string]: unknown }",
};

/** A comment, and a type that is either an object over several lines or an alternative of texts on one. */
const TYPE = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport declare type \w+Json = (?:\{[\s\S]*?\n\}|[^{][^;]*);\n/g;

/**
 * Copies the JSON types of one file of the contract, and of those it imports, into a folder: the types only, so that
 * the package depends neither on the contract's package nor on a protobuf runtime.
 */
export function contractTypes(name: string, folder: string): void {
  const target = join(folder, `${name}.d.ts`);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const text = readFileSync(join(generated, `${name}.d.ts`), "utf8");
  const types = [...text.matchAll(TYPE)];
  const imports = [...text.matchAll(/^import type \{([^}]+)\} from "([^"]+)";$/gm)].flatMap(
    ([, names = "", from = ""]) =>
      importOf(
        names.split(",").map((each) => each.trim()),
        from,
      ),
  );
  const copied = types.map(([type]) => type.replace(/\n *\*\n *\* @generated.*(?=\n)/g, ""));
  writeFileSync(target, `${[...imports, ...copied].join("\n")}\nexport {};\n`);
  for (const [, path = ""] of imports.join("\n").matchAll(/from "(\.[^"]+)\.js"/g)) {
    contractTypes(join(dirname(name), path).replaceAll("\\", "/"), folder);
  }
}

function importOf(names: readonly string[], from: string): string[] {
  const wanted = names.filter((name) => name.endsWith("Json"));
  if (wanted.length === 0) return [];
  if (from.startsWith(".")) return [`import type { ${wanted.join(", ")} } from "${from}";`];
  return wanted.map((name) => {
    const meaning = WELL_KNOWN[name];
    if (meaning === undefined) throw new Error(`${from}: ${name} has no meaning in sdk/contract-types.ts`);
    return `type ${name} = ${meaning};`;
  });
}
