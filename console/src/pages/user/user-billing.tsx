import { useQuery } from "@connectrpc/connect-query";
import {
  BillingService,
  type EntitlementGrant,
  type GetUserEntitlementsResponse,
  type OwnedSubscription,
} from "@svc/proto/svc/admin/v1/billing_pb";
import type { BillingSettings } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type Entitlement, Store, type Subscription } from "@svc/proto/svc/billing/v1/subscription_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { billing, userBilling as text } from "../../strings/billing.ts";
import { useBillingSettings } from "../billing/billing-form.ts";
import { dayOf, priceOf } from "../billing/labels.ts";
import { storeName } from "../billing/store-names.ts";
import { StateBadge } from "../billing/subscription-table.tsx";
import { GiveEntitlement, TakeBack } from "./grants.tsx";
import { UserPurchases } from "./user-purchases.tsx";

const SHOWN = 20;

type Props = { project: string; userId: string };

/** What the user may use and why. A project that sells nothing and never gave anything away has no such card. */
export function UserBilling({ project, userId }: Props): ReactNode {
  const { data: { settings } = {} } = useBillingSettings();
  const holdings = useQuery(BillingService.method.getUserEntitlements, { project, userId });
  const bought = useQuery(BillingService.method.listSubscriptions, {
    ...{ project, userId, includeSandbox: true, pageSize: SHOWN },
  });
  if (!settings) return null;
  const isUsed = settings.entitlements.length > 0 || (bought.data?.subscriptions.length ?? 0) > 0;
  if (!settings.enabled && !isUsed) return null;
  return (
    <Card
      actions={
        settings.entitlements.length > 0 && <Give project={project} settings={settings} userId={userId} />
      }
      description={text.text}
      isFlush
      title={text.title}
    >
      <Loaded query={holdings}>
        {(data) => (
          <>
            <Entitlements entitlements={data.entitlements} settings={settings} />
            <Grants data={data} project={project} settings={settings} />
          </>
        )}
      </Loaded>
      <Loaded query={bought}>
        {({ subscriptions }) => (
          <Subscriptions project={project} subscriptions={subscriptions} userId={userId} />
        )}
      </Loaded>
      <UserPurchases project={project} userId={userId} />
    </Card>
  );
}

function Give({ settings, ...named }: Props & { settings: BillingSettings }): ReactNode {
  return <GiveEntitlement {...named} entitlements={settings.entitlements} />;
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="border-b border-line py-2 last:border-0">
      <h3 className="px-4 py-1 text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

const LINE = "flex items-center gap-3 px-4 py-1.5";

function Entitlements(props: { entitlements: readonly Entitlement[]; settings: BillingSettings }): ReactNode {
  return (
    <Part title={text.entitlements}>
      {props.entitlements.length === 0 && <p className="px-4 py-1.5 text-muted">{text.noEntitlements}</p>}
      <ul>
        {props.entitlements.map((one) => (
          <li className={LINE} key={one.id}>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{nameOf(props.settings, one.id)}</p>
              <p className="text-xs break-words text-muted">
                <code className="font-mono">{one.id}</code>
                {one.active && ` · ${sourceOf(one)}`}
              </p>
            </div>
            <Badge tone={one.active ? "ok" : "neutral"}>{one.active ? text.active : text.inactive}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** "from App Store sandbox, renews Jun 3, 2026" */
function sourceOf({ store, sandbox, expiresAt, willRenew }: Entitlement): string {
  const name = sandbox ? `${storeName(store)} ${billing.sandbox.toLowerCase()}` : storeName(store);
  const source = store === Store.MANUAL ? text.granted : text.via(name);
  const end = expiresAt ? `${willRenew ? text.renews : text.ends} ${dayOf(expiresAt)}` : text.forever;
  return `${source}, ${end}`;
}

function nameOf({ entitlements }: BillingSettings, id: string): string {
  return entitlements.find((one) => one.id === id)?.name || id;
}

function Grants(props: {
  project: string;
  data: GetUserEntitlementsResponse;
  settings: BillingSettings;
}): ReactNode {
  const { project, data, settings } = props;
  if (data.grants.length === 0) return null;
  return (
    <Part title={text.grants}>
      <ul>
        {data.grants.map((grant) => (
          <li className={LINE} key={grant.id}>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">
                {nameOf(settings, grant.entitlementId)}
                {grant.reason && <span className="font-normal text-muted"> · {grant.reason}</span>}
              </p>
              <p className="text-xs break-words text-muted">
                {endOf(grant)} · {text.givenBy(grant.grantedBy.replace(/^admin:/, ""))} ·{" "}
                <RelativeTime at={grant.createdAt} />
              </p>
            </div>
            <TakeBack grantId={grant.id} name={nameOf(settings, grant.entitlementId)} project={project} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function endOf({ expiresAt }: EntitlementGrant): string {
  return expiresAt ? `${text.until} ${dayOf(expiresAt)}` : text.forever;
}

function Subscriptions(props: Props & { subscriptions: readonly OwnedSubscription[] }): ReactNode {
  const { project, userId, subscriptions } = props;
  return (
    <Part title={text.subscriptions}>
      {subscriptions.length === 0 && <p className="px-4 py-1.5 text-muted">{text.noSubscriptions}</p>}
      <ul>
        {subscriptions.map(
          ({ subscription }) =>
            subscription && (
              <li className={LINE} key={subscription.id}>
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">
                    {subscription.tierId || subscription.storeProductId}
                    <span className="font-normal text-muted"> · {storeName(subscription.store)}</span>
                  </p>
                  <p className="text-xs break-words text-muted">{wordsOf(subscription)}</p>
                </div>
                <StateBadge subscription={subscription} />
                <Link
                  className={buttonClass()}
                  params={{ project }}
                  search={{ user: userId, env: "all", subscription: subscription.id } as never}
                  to="/p/$project/billing/subscriptions"
                >
                  {text.open}
                </Link>
              </li>
            ),
        )}
      </ul>
    </Part>
  );
}

/** "$9.99 · access until Jun 3, 2026 · Sandbox" */
function wordsOf(subscription: Subscription): string {
  const until = subscription.accessUntil ? `${text.access} ${dayOf(subscription.accessUntil)}` : "";
  return [priceOf(subscription), until, subscription.sandbox ? billing.sandbox : ""]
    .filter(Boolean)
    .join(" · ");
}
