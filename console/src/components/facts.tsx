import type { ReactNode } from "react";

/** Names and what they are, one below the other. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }): ReactNode {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value }) => (
        <div
          className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2 first:pt-0 last:pb-0"
          key={name}
        >
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
