import type { EventKindRow } from "../../server/src/domain/analytics/event-kind-row.ts";
import { eventKinds } from "../../server/src/domain/analytics/event-kinds.ts";
import type { Contract } from "./contract.ts";
import { fieldTable } from "./fields.ts";
import { block, code, inWords, markdownTable } from "./markdown.ts";

const INTRO = `Sign-ups, sign-ins, purchases and what administrators do are written down as events. An administrator reads them:`;

const EXAMPLE = `svc project events demo --kind user.signed_in`;

/** A section for the kinds that begin with the same word. */
const SECTIONS: Readonly<Record<string, string>> = {
  user: "Users",
  session: "Sessions",
  push: "Push devices",
  mail: "Emails",
  apple: "Apple",
  subscription: "Subscriptions",
  purchase: "One-time purchases",
  entitlement: "Entitlements",
  billing: "Billing",
  admin: "Administrators",
};

/** Every kind of event, when it is written, and its data. */
export function eventsPage(generatedBy: string, { registry, describe }: Contract): string {
  const event = registry.getMessage("svc.admin.v1.Event");
  if (!event) throw new Error("the contract has no svc.admin.v1.Event");
  const fields = event.fields.filter(({ name }) => name !== "kind");
  return [
    generatedBy,
    "# Events",
    INTRO,
    block("sh", EXAMPLE),
    "In the API it is [ListRecentEvents](admin-analytics.md#listrecentevents), and in the console the page Events. `--kind 'admin.*'` and `kinds: [\"admin.*\"]` match every kind that begins with `admin.`. More kinds may follow.",
    "What an administrator does to a user is written twice: once for the user, `user.disabled`, and once for the audit log, `admin.user_disabled`. `onePerAct` lists it once, as the console and `svc project events` do.",
    "Every event has these fields beside its `kind`:",
    fieldTable({ fields }, describe).replaceAll("](#", "](admin-analytics.md#"),
    ...sections(),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

type Kinds = readonly (readonly [kind: string, row: EventKindRow])[];

function sections(): string[] {
  const groups = Map.groupBy(Object.entries<EventKindRow>(eventKinds), ([kind]) => kind.split(".")[0] ?? "");
  return [...groups].flatMap(([word, kinds]) => {
    const title = SECTIONS[word];
    if (title === undefined) throw new Error(`the kinds that begin with ${word} have no section`);
    return [`## ${title}`, ...kindTable(kinds)];
  });
}

/** What all kinds have in their data is shown once, below them. */
function kindTable(kinds: Kinds): string[] {
  const [, first] = kinds[0] ?? [];
  const isShared = kinds.length > 1 && kinds.every(([, { data }]) => data === first?.data);
  const rows = kinds.map(([kind, { when, data }]) => [
    code(kind),
    isShared ? when : `${when}${dataOf(data)}`,
  ]);
  const table = markdownTable(["Kind", "When"], rows);
  if (!isShared || !first) return [table];
  const fields = Object.entries(first.data).map(([field, meaning]) => [code(field), meaning]);
  return [table, "Each has in `data`:", markdownTable(["Field", "Meaning"], fields)];
}

function dataOf(data: EventKindRow["data"]): string {
  const fields = Object.entries(data).map(([field, meaning]) => `${code(field)} (${asRemark(meaning)})`);
  return fields.length === 0 ? "" : ` Data: ${inWords(fields)}.`;
}

/** "Id of the session." as "id of the session". */
function asRemark(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
