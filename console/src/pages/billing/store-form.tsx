import type { StoreStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { problemOf } from "../../api/failure.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Facts } from "../../components/facts.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { stores as text } from "../../strings/billing.ts";
import type { BillingForm } from "./billing-form.ts";
import { StoreBadge } from "./store-badge.tsx";
import { StoreCheckList } from "./store-check.tsx";
import type { StoreEntry } from "./store-entry.ts";
import { WebhookUrl } from "./webhook-url.tsx";

/** The card of a store: its settings, how it is doing, and where it sends its notifications. */
export function StoreForm<Values extends object>({
  store,
  description,
  status,
  command,
  isBegun,
  form,
  onSave,
  children,
}: {
  store: StoreEntry;
  description: string;
  status: StoreStatus | undefined;
  /** What sets it up from a terminal. */
  command: string;
  /** Something is entered already. */
  isBegun: boolean;
  form: BillingForm<Values>;
  onSave: () => void;
  children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!isBegun && !isOpen && !form.isDirty)
    return (
      <Unused
        command={command}
        description={description}
        onOpen={() => setOpen(true)}
        status={status}
        store={store}
      />
    );
  return (
    <FormCard
      {...cardOf(form)}
      actions={status && <StoreBadge status={status} />}
      description={description}
      onSave={onSave}
      title={store.name}
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-5">
          {children}
          {status && !status.configured && <Missing command={command} missing={status.missing} />}
        </div>
        <aside className="min-w-0 space-y-5 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-8">
          {status && <StatusFacts status={status} />}
          <StoreCheckList isDirty={form.isDirty} store={store} />
          <WebhookUrl store={store} />
        </aside>
      </div>
    </FormCard>
  );
}

/** A store that nobody asked for takes little room. */
function Unused(props: {
  store: StoreEntry;
  description: string;
  status: StoreStatus | undefined;
  command: string;
  onOpen: () => void;
}): ReactNode {
  const { name } = props.store;
  return (
    <Card
      actions={props.status && <StoreBadge status={props.status} />}
      description={props.description}
      title={name}
    >
      <div className="space-y-2">
        <p className="text-xs text-muted">{text.setUpHint}</p>
        <CodeBlock code={props.command} label={text.setUp} />
      </div>
      <Button needs="administrator" aria-label={text.byHandOf(name)} onClick={props.onOpen}>
        {text.byHand}
      </Button>
    </Card>
  );
}

function StatusFacts({ status }: { status: StoreStatus }): ReactNode {
  return (
    <div className="space-y-2">
      <h3 className="font-medium">{text.status}</h3>
      <Facts
        facts={[
          { name: text.lastSuccess, value: <RelativeTime at={status.lastSuccessAt} /> },
          { name: text.lastNotification, value: <RelativeTime at={status.lastNotificationAt} /> },
          { name: text.lastError, value: <RelativeTime at={status.lastErrorAt} /> },
          ...(status.foreignSubscriptions > 0
            ? [{ name: text.foreign, value: String(status.foreignSubscriptions) }]
            : []),
        ]}
      />
      {status.lastError && (
        <p className="rounded-lg bg-danger-soft p-2.5 text-xs break-words text-danger-ink">
          {status.lastError}
        </p>
      )}
    </div>
  );
}

function Missing({ missing, command }: { missing: readonly string[]; command: string }): ReactNode {
  return (
    <div className="space-y-2 rounded-lg border border-line bg-sunken p-3">
      <p className="text-xs">
        <span className="font-medium">{text.missing}:</span>{" "}
        <span className="text-muted">
          {missing.map((path, index) => (
            <span key={path}>
              {index > 0 && ", "}
              <code className="font-mono break-all">{path.replace(/^(settings\.)?billing\.\w+\./, "")}</code>
            </span>
          ))}
        </span>
      </p>
      <p className="text-xs text-muted">{text.setUpHint}</p>
      <CodeBlock code={command} label={text.setUp} />
    </div>
  );
}

type Ids<Name extends string> = Record<Name, string>;

/** A field for an id that a store gave out: `<IdField form={form} name="bundleId" path="app_store.bundle_id" …/>`. */
export function IdField<Name extends string, Values extends Ids<Name>>({
  form,
  name,
  path,
  label,
  hint,
}: {
  form: BillingForm<Values>;
  name: Name;
  path: string;
  label: string;
  hint: string;
}): ReactNode {
  return (
    <TextField
      autoCapitalize="none"
      autoComplete="off"
      hint={hint}
      label={label}
      onChange={(typed) => form.change({ [name]: typed.trim() } as unknown as Partial<Values>)}
      problem={problemOf(form.failure, `settings.billing.${path}`)}
      spellCheck={false}
      value={form.values[name]}
    />
  );
}
