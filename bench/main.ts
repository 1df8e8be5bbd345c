import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { readArguments, type Wanted } from "./options.ts";
import { NotRunError } from "./peers/install-peers.ts";
import { isBusy, keepResult, keptResults, type Result, thisCommit, thisMachine } from "./results.ts";
import { helpText, sections } from "./sections.ts";
import { printTable } from "./table.ts";
import { missed } from "./verdict.ts";
import { writeDocs } from "./write-docs.ts";

const wholeSections = Object.keys(sections).filter((name) => !sections[name]?.isPart);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const wanted = understood(args);
  if (wanted === undefined) return 2;
  if (wanted.isHelp) {
    process.stdout.write(helpText());
    return 0;
  }
  const names = namesOf(wanted);
  const machine = thisMachine();
  const [loadBefore = 0] = loadavg();
  process.stdout.write(`${machine.processor}, ${machine.cores} cores, Node ${machine.node}\n`);
  if (names.length > 0 && isBusy({ machine, loadBefore })) {
    say(`the machine is busy (load ${loadBefore.toFixed(1)}): the figures will say little about svc`);
  }
  const results: Result[] = [];
  for (const name of names) {
    const result = await runSection(name, wanted, { machine, loadBefore });
    results.push(result);
    if (result.notRun === undefined) keepResult(result);
    print(result);
  }
  if (wanted.jsonFile !== undefined) {
    writeFileSync(wanted.jsonFile, `${JSON.stringify(results, undefined, 2)}\n`);
  }
  if (wanted.writesDocs) say(`wrote ${writeDocs(keptResults(), wholeSections)}`);
  return conclude(results);
}

function understood(args: readonly string[]): Wanted | undefined {
  try {
    const wanted = readArguments(args);
    const unknown = wanted.names.find((name) => !(name in sections));
    if (unknown === undefined) return wanted;
    say(`there is no section ${unknown}; npm run bench -- --help lists them`);
  } catch (error) {
    say(`${(error as Error).message}\nnpm run bench -- --help tells more`);
  }
  return undefined;
}

/** With --write-docs alone nothing is measured: the page is made of what was measured before. */
function namesOf({ names, isEverything, writesDocs }: Wanted): string[] {
  const all = Object.entries(sections);
  if (names.length > 0) return all.flatMap(([name]) => (names.includes(name) ? [name] : []));
  if (isEverything) return wholeSections;
  if (writesDocs) return [];
  return all.flatMap(([name, { isMain }]) => (isMain ? [name] : []));
}

async function runSection(
  name: string,
  { options }: Wanted,
  circumstances: Pick<Result, "machine" | "loadBefore">,
): Promise<Result> {
  const entry = sections[name];
  if (entry === undefined) throw new Error(`there is no section ${name}`);
  const { about, hasRounds, run } = await entry.load();
  const { isQuick, rounds, workers } = options;
  const result: Result = {
    ...{ section: name, about, measuredAt: new Date().toISOString(), commit: thisCommit() },
    ...{ ...circumstances, isQuick, ...(hasRounds && { rounds }), ...(workers && { workers }), figures: [] },
  };
  try {
    return { ...result, figures: await run({ ...options, say: (line) => say(`${name}: ${line}`) }) };
  } catch (error) {
    // The other sections are worth their time all the same.
    if (!(error instanceof NotRunError)) say(String((error as Error).stack));
    return { ...result, notRun: (error as Error).message };
  }
}

function print({ section, about, rounds, figures, notRun }: Result): void {
  process.stdout.write(`\n${section}: ${about}${rounds ? `; medians of ${rounds}` : ""}\n\n`);
  process.stdout.write(notRun === undefined ? printTable(figures) : `  NOT RUN: ${notRun}\n`);
}

/** What was not run is a failure; what missed its bar is a finding. */
function conclude(results: readonly Result[]): number {
  const bars = results.flatMap(({ figures }) => figures.flatMap((figure) => figure.bars ?? [])).length;
  const misses = results.flatMap(({ figures }) => missed(figures));
  if (bars > 0) process.stdout.write(`\n${bars - misses.length} of ${bars} bars met\n`);
  for (const line of misses) process.stdout.write(`  MISS  ${line}\n`);
  const notRun = results.filter((result) => result.notRun !== undefined);
  for (const { section, notRun: why } of notRun) say(`\nNOT RUN: ${section}: ${why}`);
  return notRun.length > 0 ? 1 : 0;
}
