import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectSlug } from "../../app/current-project.ts";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { billing as text } from "../../strings/billing.ts";
import { metrics } from "../../strings/billing-metrics.ts";
import { screenNames } from "../../strings/screens.ts";
import { useBillingSettings } from "./billing-form.ts";

const PARTS = [
  { to: "/p/$project/billing", name: text.stores },
  { to: "/p/$project/billing/metrics", name: metrics.part },
  { to: "/p/$project/billing/catalog", name: text.catalog },
  { to: "/p/$project/billing/subscriptions", name: text.subscriptions },
  { to: "/p/$project/billing/purchases", name: text.purchases },
  { to: "/p/$project/billing/notifications", name: text.notifications },
] as const;

const LINK =
  "border-b-2 border-transparent px-2 py-2 font-medium sm:px-3 whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink";

/** The frame of every part: its name in the window, the way to the others, and whether anything is sold at all. */
export function BillingFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  const project = useProjectSlug();
  const { data } = useBillingSettings();
  return (
    <Page actions={actions} description={text.description} title={screenNames.billing}>
      <nav aria-label={text.parts} className="tab-list" ref={scrollToCurrent}>
        {PARTS.map(({ to, name }) => (
          <Link
            activeOptions={{ exact: true, includeSearch: false }}
            className={LINK}
            key={to}
            params={{ project }}
            to={to}
          >
            {name}
          </Link>
        ))}
      </nav>
      {data?.settings?.enabled === false && <OffNotice project={project} />}
      {children}
    </Page>
  );
}

/** On a phone, the part that is shown may be further to the right. */
function scrollToCurrent(nav: HTMLElement | null): void {
  nav?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function OffNotice({ project }: { project: string }): ReactNode {
  return (
    <div className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn-ink">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 space-y-0.5">
        <p className="font-medium">{text.offTitle}</p>
        <p className="text-xs">
          {text.offText}{" "}
          <Link className="font-medium underline" params={{ project }} to="/p/$project/billing">
            {text.offLink}
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
