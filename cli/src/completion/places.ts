import { type CommandSpec, type CommandTable, splitUsage } from "../command.ts";
import type { Flag } from "../flags.ts";

/** A word that can be typed next, and what it means. */
export type Offer = Readonly<{ word: string; about: string }>;

/** A point on the command line, named by the command words before it, and what can follow. */
export type Place = Readonly<{ path: readonly string[]; words: readonly Offer[]; flags: readonly Flag[] }>;

const globalFlags: readonly Flag[] = [
  { name: "help", about: "show help" },
  { name: "no-color", about: "disable coloured output" },
];

const rootFlags: readonly Flag[] = [...globalFlags, { name: "version", about: "print the version" }];

/** Every point from which something can be completed: the program, its groups, its commands. */
export function completionPlaces({ commands, groups }: CommandTable): readonly Place[] {
  const known = commands.map((spec) => ({ spec, path: splitUsage(spec.usage).path }));
  const wordsAfter = (path: readonly string[]): Offer[] => {
    const below = known.filter(({ path: full }) => path.every((word, depth) => full[depth] === word));
    const next = [...new Set(below.flatMap(({ path: full }) => full[path.length] ?? []))];
    return next.map((word) => ({ word, about: aboutOf([...path, word].join(" ")) }));
  };
  const aboutOf = (name: string) =>
    groups[name] ?? known.find(({ path }) => path.join(" ") === name)?.spec.about ?? "";
  return [
    { path: [], words: wordsAfter([]), flags: rootFlags },
    ...Object.keys(groups).map((name) => ({
      path: name.split(" "),
      words: wordsAfter(name.split(" ")),
      flags: globalFlags,
    })),
    ...known.map(({ spec, path }) => ({
      path,
      words: argumentOffers(spec),
      flags: [...spec.flags, ...globalFlags],
    })),
  ];
}

function argumentOffers(spec: CommandSpec): Offer[] {
  return Object.values(spec.argumentChoices ?? {})
    .flat()
    .map((word) => ({ word, about: "" }));
}

/** Flags that take a value, each once. One that commands give different choices has the choices of all. */
export function valueFlags(places: readonly Place[]): readonly Flag[] {
  const all = places.flatMap(({ flags }) => flags.filter(({ value }) => value !== undefined));
  return [...Map.groupBy(all, ({ name }) => name).values()].flatMap((same) => {
    const choices = [...new Set(same.flatMap((flag) => flag.choices ?? []))];
    return same.slice(-1).map((flag) => (choices.length === 0 ? flag : { ...flag, choices }));
  });
}

/** `--name` and, where there is one, `-n`. */
export function spellings({ name, short }: Flag): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}
