import { availableParallelism, cpus } from "node:os";
import { printFigures, type Section } from "./figure.ts";

/** Each is one file; `npm run bench -- <name>` runs one of them. */
const sections: Readonly<Record<string, () => Promise<Section>>> = {
  storage: async () => (await import("./storage.ts")).storage,
  postgres: async () => (await import("./postgres.ts")).postgres,
  accounts: async () => (await import("./accounts.ts")).accounts,
  storm: async () => (await import("./storm.ts")).storm,
  introspection: async () => (await import("./introspection.ts")).introspection,
  users: async () => (await import("./users.ts")).users,
  binary: async () => (await import("./binary.ts")).binary,
  "start-up": async () => (await import("./start-up.ts")).startUp,
  enumeration: async () => (await import("./enumeration.ts")).enumeration,
  stats: async () => (await import("./stats.ts")).stats,
  backup: async () => (await import("./backup.ts")).backup,
};

const wanted = process.argv.slice(2).filter((argument) => argument !== "--json");
const isJson = process.argv.includes("--json");
const unknown = wanted.find((name) => !(name in sections));

if (unknown === undefined) {
  if (!isJson)
    process.stdout.write(
      `${cpus()[0]?.model ?? "?"}, ${availableParallelism()} cores, Node ${process.version}\n`,
    );
  for (const [name, load] of Object.entries(sections)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const section = await load();
    const figures = await section.run();
    if (isJson) {
      for (const figure of figures) process.stdout.write(`${JSON.stringify({ section: name, ...figure })}\n`);
    } else printFigures(name, section.about, figures);
  }
} else {
  process.stderr.write(`there is no section ${unknown}; there are ${Object.keys(sections).join(", ")}\n`);
  process.exitCode = 2;
}
