import { BillingService, type StoreCheck } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { stores as text } from "../../strings/billing.ts";
import { storeName } from "./words.ts";

/** Asks the store, when somebody wants to know. */
export function StoreCheckList({ store, isDirty }: { store: Store; isDirty: boolean }): ReactNode {
  const project = useProjectSlug();
  const [checks, setChecks] = useState<readonly StoreCheck[]>();
  const check = useAction(BillingService.method.checkStore, { failures: "inline" });
  const run = async (): Promise<void> => {
    setChecks(undefined);
    setChecks((await check.run({ project, store }))?.checks);
  };
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <h3 className="font-medium">{text.checkTitle}</h3>
        <p className="text-xs text-muted">{isDirty ? text.checkDirty : text.checkText}</p>
      </div>
      <Button disabled={isDirty} icon="refresh" isBusy={check.isRunning} onClick={() => void run()}>
        {checks ? text.checkAgain : text.check}
      </Button>
      {check.failure && <ErrorNotice failure={check.failure} />}
      <div aria-live="polite">
        {checks && (
          <ul
            aria-label={text.checkResults(storeName(store))}
            className="divide-y divide-line rounded-lg border border-line bg-sunken"
          >
            {checks.map((one) => (
              <CheckRow check={one} key={one.name} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function CheckRow({ check: { name, ok, detail, remedy } }: { check: StoreCheck }): ReactNode {
  return (
    <li className="space-y-0.5 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-medium break-words">{nameOf(name)}</p>
        <Badge tone={ok ? "ok" : "danger"}>{ok ? text.ok : text.failure}</Badge>
      </div>
      <p className="text-xs break-words text-muted">{detail}</p>
      {remedy && (
        <p className="text-xs break-words">
          <span className="font-medium">{text.remedy}</span> {remedy}
        </p>
      )}
    </li>
  );
}

/** One that is missing in the list reads as its name does. */
function nameOf(name: string): string {
  const plain = name.replaceAll("_", " ");
  return text.checkNames[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
