import type { MessageInitShape } from "@bufbuild/protobuf";
import { type UserFiltersSchema, UserOrder } from "@svc/proto/svc/admin/v1/user_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { type ReactNode, useCallback } from "react";
import { Button } from "../../components/button.tsx";
import { type Option, Select } from "../../components/fields.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { users as text } from "../../strings/users.ts";

/** What the address may say; empty is everybody. */
export const noFilters = { q: "", status: "", verified: "", kind: "", provider: "" };

export type UserView = typeof noFilters & { sort: string };

const ORDERS: Readonly<Record<string, UserOrder>> = {
  oldest: UserOrder.OLDEST,
  email: UserOrder.EMAIL,
  "email-descending": UserOrder.EMAIL_DESCENDING,
  "last-sign-in": UserOrder.LAST_SIGN_IN,
  "last-sign-in-oldest": UserOrder.LAST_SIGN_IN_OLDEST,
};

export function orderOf(sort: string): UserOrder {
  return ORDERS[sort] ?? UserOrder.NEWEST;
}

/** As the contract wants them: a field that is absent does not narrow. */
export function filtersOf(view: UserView): MessageInitShape<typeof UserFiltersSchema> {
  return {
    ...(view.status && { disabled: view.status === "disabled" }),
    ...(view.verified && { emailVerified: view.verified === "yes" }),
    ...(view.kind && { isAnonymous: view.kind === "guest" }),
    ...(view.provider === "google" && { provider: OauthProvider.GOOGLE }),
    ...(view.provider === "apple" && { provider: OauthProvider.APPLE }),
    ...(view.provider === "password" && { hasPassword: true }),
  };
}

const CHOICES = [
  { name: "status", label: text.status, options: optionsOf(text.statuses) },
  { name: "verified", label: text.verified, options: optionsOf(text.verifiedOptions) },
  { name: "kind", label: text.kind, options: optionsOf(text.kinds) },
  { name: "provider", label: text.provider, options: optionsOf(text.providers) },
  { name: "sort", label: text.order, options: optionsOf(text.orders) },
] as const;

function optionsOf(labels: Readonly<Record<string, string>>): Option<string>[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

export function UserFilterBar({
  view,
  onChange,
  children,
}: {
  view: UserView;
  onChange: (change: Partial<UserView>) => void;
  /** Beside the search. */
  children?: ReactNode;
}): ReactNode {
  const isFiltered = Object.keys(noFilters).some((name) => view[name as keyof UserView] !== "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets the address, whatever that is by then
  const search = useCallback((q: string) => onChange({ q: q.trim() }), []);
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField label={text.search} onSearch={search} value={view.q} />
      {children}
      <div className="grid w-full grid-cols-2 gap-2 max-sm:*:last:col-span-2 sm:flex sm:*:last:ml-auto">
        {CHOICES.map(({ name, label, options }) => (
          <Select
            aria-label={label}
            key={name}
            onChange={(value) => onChange({ [name]: value })}
            options={options}
            value={view[name]}
          />
        ))}
      </div>
      {isFiltered && (
        <Button icon="close" variant="ghost" onClick={() => onChange(noFilters)}>
          {text.reset}
        </Button>
      )}
    </div>
  );
}
