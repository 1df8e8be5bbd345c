import type { BillingMetrics, MoneyAmount } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { metrics as text } from "../../strings/billing-metrics.ts";
import { money } from "./labels.ts";

type Name = keyof typeof text.names;
type Figure = { name: Name; value: string; more?: string; explained: readonly string[] };

/** Each figure of the total beside what it means. */
export function DefinedFigures(props: {
  figures: BillingMetrics;
  definitions: Readonly<Record<string, string>>;
}): ReactNode {
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {figuresOf(props.figures).map(({ name, value, more, explained }) => (
        <div className="space-y-1 rounded-lg border border-line p-3" key={name}>
          <dt className="text-xs font-medium text-muted">{text.names[name]}</dt>
          <dd className="space-y-1">
            <p className="text-lg font-semibold break-words tabular-nums">{value}</p>
            {more && <p className="tabular-nums">{more}</p>}
            {explained.map((field) => (
              <p className="text-xs text-muted" key={field}>
                {text.parts[field] && <span className="font-medium">{`${text.parts[field]}: `}</span>}
                {props.definitions[field]}
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The figures of one store and tier; what they mean stands above. */
export function FigureLine({ figures }: { figures: BillingMetrics }): ReactNode {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {figuresOf(figures).map(({ name, value, more }) => (
        <div className="min-w-0" key={name}>
          <dt className="text-xs text-muted">{text.names[name]}</dt>
          <dd className="break-words tabular-nums">
            {value}
            {more && <span className="block text-xs text-muted">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(one: BillingMetrics): Figure[] {
  const plain = (name: Name, count: bigint): Figure => ({ name, value: number(count), explained: [name] });
  const withMoney = (name: Name, count: bigint, amounts: readonly MoneyAmount[], field: string): Figure => ({
    ...plain(name, count),
    ...(amounts.length > 0 && { more: moneyOf(amounts) }),
    explained: [name, field],
  });
  return [
    { name: "mrr", value: moneyOf(one.mrr) || text.none, explained: ["mrr"] },
    plain("active", one.active),
    plain("trialing", one.trialing),
    plain("in_billing_retry", one.inBillingRetry),
    plain("started", one.started),
    {
      name: "churned",
      value: share(one.churned, one.activeAtStart),
      explained: ["churned", "active_at_start"],
    },
    {
      name: "trials_converted",
      value: share(one.trialsConverted, one.trialsEnded),
      explained: ["trials_converted", "trials_ended"],
    },
    withMoney("refunds", one.refunds, one.refunded, "refunded"),
    withMoney("purchases", one.purchases, one.purchased, "purchased"),
  ];
}

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

function number(count: bigint): string {
  return count.toLocaleString();
}

function share(part: bigint, whole: bigint): string {
  if (whole === 0n) return text.shareOfNone(number(part), number(whole));
  return text.share(number(part), number(whole), percent.format(Number(part) / Number(whole)));
}

/** Currencies are not added up: nothing here knows their rates. */
function moneyOf(amounts: readonly MoneyAmount[]): string {
  return amounts.map(({ currency, micros }) => money(currency, Number(micros) / 1_000_000)).join(" + ");
}
