import { readCommands } from "./cli-commands.ts";
import { readContract } from "./contract.ts";
import { eventsPage } from "./events-page.ts";
import { indexPage } from "./index-page.ts";
import { readRuleWords } from "./limits.ts";
import type { Sources } from "./method-section.ts";
import { readReasonLinks } from "./reason-links.ts";
import { servicePage } from "./service-page.ts";
import { services } from "./services.ts";

export const regenerate = "sh tools/run node tools/reference/write.ts";

const GENERATED = `<!-- Written by \`${regenerate}\`; a test compares it with the code. -->`;

export function readSources(): Sources {
  return {
    contract: readContract(),
    linkReason: readReasonLinks(),
    ruleWords: readRuleWords(),
    commandsOf: readCommands(),
  };
}

/** The pages of docs/reference by file name. */
export function referencePages(sources: Sources = readSources()): ReadonlyMap<string, string> {
  return new Map([
    ["README.md", indexPage(GENERATED, sources)],
    ...services.map((service) => [service.page, servicePage(service, GENERATED, sources)] as const),
    ["events.md", eventsPage(GENERATED, sources.contract)],
  ]);
}
