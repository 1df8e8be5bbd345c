import { BillingService, type StoreCheck } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { type Finding, LiveCheck } from "../../components/live-check.tsx";
import { stores as text } from "../../strings/billing.ts";
import type { StoreEntry } from "./store-entry.ts";

export function StoreCheckList({ store, isDirty }: { store: StoreEntry; isDirty: boolean }): ReactNode {
  const project = useProjectSlug();
  const { run, isRunning, failure } = useAction(BillingService.method.checkStore, { failures: "inline" });
  const ask = async () => (await run({ project, store: store.value }))?.checks.map(findingOf);
  return <LiveCheck {...{ of: store.name, about: text.checkText, isDirty, ask, isRunning, failure }} />;
}

function findingOf({ name, ok, detail, remedy }: StoreCheck): Finding {
  const look = ok
    ? ({ tone: "ok", word: text.ok } as const)
    : ({ tone: "danger", word: text.failure } as const);
  return { ...look, title: nameOf(name), detail, remedy };
}

/** One that is missing in the list reads as its name does. */
function nameOf(name: string): string {
  const plain = name.replaceAll("_", " ");
  return text.checkNames[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
