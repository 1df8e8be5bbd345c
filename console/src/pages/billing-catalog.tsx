import type { GetBillingSettingsResponse } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { Button } from "../components/button.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { stores } from "../strings/billing.ts";
import { catalog as text } from "../strings/billing-catalog.ts";
import { useBillingSettings } from "./billing/billing-form.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { EntitlementsForm } from "./billing/entitlements-form.tsx";
import { OneTimeSection } from "./billing/one-time-section.tsx";
import { TierCard } from "./billing/tier-card.tsx";
import { draftOfTier, TierForm } from "./billing/tier-form.tsx";
import { useEditedEntry } from "./billing/use-edited-entry.ts";

/** What can be unlocked and what can be bought. */
export function BillingCatalogPage(): ReactNode {
  const project = useProjectSlug();
  return (
    <BillingFrame>
      <Loaded query={useBillingSettings()}>
        {(data) => data.settings && <Catalog data={data} key={project} />}
      </Loaded>
    </BillingFrame>
  );
}

function Catalog({ data: { settings, storeProducts } }: { data: GetBillingSettingsResponse }): ReactNode {
  const project = useProjectSlug();
  const { entitlements = [], tiers = [] } = settings ?? {};
  const { edited, opened, edit } = useEditedEntry(tiers, draftOfTier);
  const close = (): void => edit(undefined);
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <p className="text-muted">{text.push}</p>
        <CodeBlock code={`svc setup billing --project ${project}`} label={stores.setUp} />
      </div>
      <EntitlementsForm />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{text.tiers}</h2>
          <p className="text-xs text-muted">{text.tiersText}</p>
        </div>
        <Button needs="administrator" disabled={edited !== undefined} icon="plus" onClick={() => edit("")}>
          {text.addTier}
        </Button>
      </div>
      {tiers.map((tier) =>
        tier.id === edited ? (
          <TierForm entitlements={entitlements} key={tier.id} onClose={close} tier={tier} tiers={tiers} />
        ) : (
          <TierCard
            isLocked={edited !== undefined}
            key={tier.id}
            onEdit={() => edit(tier.id)}
            storeProducts={storeProducts.filter(({ tierId }) => tierId === tier.id)}
            tier={tier}
            tiers={tiers}
          />
        ),
      )}
      {edited !== undefined && !tiers.some(({ id }) => id === edited) && (
        <TierForm
          entitlements={entitlements}
          onClose={close}
          tiers={tiers}
          {...(opened && { tier: opened })}
        />
      )}
      {tiers.length === 0 && edited === undefined && (
        <Card isFlush>
          <EmptyState icon="card" title={text.noTiers}>
            {text.noTiersText}
          </EmptyState>
        </Card>
      )}
      {settings && <OneTimeSection settings={settings} storeProducts={storeProducts} />}
    </div>
  );
}
