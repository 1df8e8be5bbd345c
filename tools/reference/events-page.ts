import { adminEventKinds } from "../../server/src/domain/analytics/admin-event-kinds.ts";
import { billingEventKinds } from "../../server/src/domain/analytics/billing-event-kinds.ts";
import type { EventKindRow } from "../../server/src/domain/analytics/event-kind-row.ts";
import { userEventKinds } from "../../server/src/domain/analytics/user-event-kinds.ts";
import type { Contract } from "./contract.ts";
import { fieldTable } from "./fields.ts";
import { block, code, markdownTable } from "./markdown.ts";

const INTRO = `Sign-ups, sign-ins, purchases and what administrators do are written down as events. An administrator reads them:`;

const EXAMPLE = `svc project events demo --kind user.signed_in`;

const SECTIONS: readonly [title: string, kinds: Readonly<Record<string, EventKindRow>>][] = [
  ["Users, sessions, devices and emails", userEventKinds],
  ["Subscriptions and purchases", billingEventKinds],
  ["Administrators", adminEventKinds],
];

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
    "In the API it is [ListRecentEvents](admin-analytics.md#listrecentevents), and in the console the page Events. `--kind 'admin.*'` and `kinds: [\"admin.*\"]` match every kind that begins with `admin.`. More kinds may follow, and a kind keeps its name and its meaning.",
    "What an administrator does to a user is written twice: once for the user, `user.disabled`, and once for the audit log, `admin.user_disabled`.",
    "Every event has these fields beside its `kind`:",
    fieldTable({ fields }, describe),
    ...SECTIONS.flatMap(([title, kinds]) => [`## ${title}`, kindTable(kinds)]),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function kindTable(kinds: Readonly<Record<string, EventKindRow>>): string {
  const rows = Object.entries(kinds).map(([kind, { when, data }]) => [code(kind), when, dataOf(data)]);
  return markdownTable(["Kind", "When", "`data`"], rows);
}

function dataOf(data: EventKindRow["data"]): string {
  return Object.entries(data)
    .map(([field, meaning]) => `${code(field)}: ${meaning}`)
    .join(" ");
}
