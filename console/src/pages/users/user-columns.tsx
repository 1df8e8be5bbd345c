import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { ReactNode } from "react";
import { useStored } from "../../app/stored.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Menu } from "../../components/menu.tsx";
import { ShortTime } from "../../components/short-time.tsx";
import { users as text } from "../../strings/users.ts";
import { initialsOf, methodsOf, nameOfUser } from "./user-labels.ts";

type Name = keyof typeof text.columns;

const NAMES = Object.keys(text.columns) as Name[];
const SHOWN: readonly Name[] = ["method", "status", "last", "created"];

/** What each order sorts by: the order of a first click, and the reverse. */
const SORTS = {
  user: ["email", "email-descending"],
  last: ["last-sign-in", "last-sign-in-oldest"],
  created: ["", "oldest"],
} as const;

/** Which columns somebody wants to see; this browser remembers it. */
export function useShownColumns(): [readonly Name[], (names: readonly Name[]) => void] {
  return useStored<readonly Name[]>("svc-user-columns", SHOWN);
}

export function userColumns(
  shown: readonly Name[],
  sort: string,
  onSort: (sort: string) => void,
): readonly Column<User>[] {
  const sorted = (name: keyof typeof SORTS) => sortOf(name, sort, onSort);
  const extra: Record<Name, Column<User>> = {
    method: { header: text.columns.method, cell: methodsOf },
    status: { header: text.columns.status, cell: (user) => <StatusBadge user={user} /> },
    last: {
      header: text.columns.last,
      cell: ({ lastSignInAt }) => <ShortTime at={lastSignInAt} />,
      sort: sorted("last"),
    },
    created: {
      header: text.columns.created,
      cell: ({ createdAt }) => <ShortTime at={createdAt} />,
      sort: sorted("created"),
    },
    id: { header: text.columns.id, cell: ({ id }) => <span className="font-mono text-xs">{id}</span> },
  };
  const columns = NAMES.filter((name) => shown.includes(name)).map((name) => ({
    ...extra[name],
    isExtra: name !== "status",
  }));
  return [
    { header: text.userColumn, cell: UserName, below: UserSecondLine, sort: sorted("user") },
    ...columns,
  ];
}

function sortOf(name: keyof typeof SORTS, sort: string, onSort: (sort: string) => void) {
  const [first, second] = SORTS[name];
  const isDescendingFirst = name !== "user";
  const direction = sort === first || sort === second ? (sort === first) !== isDescendingFirst : undefined;
  return {
    direction:
      direction === undefined ? undefined : direction ? ("ascending" as const) : ("descending" as const),
    onSort: () => onSort(sort === first ? second : first),
  };
}

/** The initials: a picture from elsewhere would tell its server who looks at whom. */
function UserName(user: User): ReactNode {
  return (
    <span className="flex min-w-0 max-w-[22rem] items-center gap-2.5">
      <span
        aria-hidden="true"
        className="-mb-5 inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-accent-soft text-xs font-semibold text-accent-ink max-md:hidden"
      >
        {initialsOf(user)}
      </span>
      <bdi className="block truncate">{nameOfUser(user)}</bdi>
    </span>
  );
}

/** Not part of the link, so that it can be selected and copied. */
function UserSecondLine(user: User): ReactNode {
  return (
    <span
      className="inline-block max-w-full cursor-text truncate align-top text-xs text-muted md:ml-10.5 md:max-w-[19rem]"
      data-text
    >
      {user.displayName && user.email ? user.email : user.id}
    </span>
  );
}

function StatusBadge({ user }: { user: User }): ReactNode {
  if (user.disabled) return <Badge tone="danger">{text.disabled}</Badge>;
  if (user.deletionTime) return <Badge tone="danger">{text.toBeDeleted}</Badge>;
  if (user.isAnonymous) return <Badge>{text.guest}</Badge>;
  return user.emailVerified ? (
    <Badge tone="ok">{text.verifiedBadge}</Badge>
  ) : (
    <Badge tone="warn">{text.unverified}</Badge>
  );
}

/** Ticks columns on and off, and stays open meanwhile. */
export function ColumnsMenu(props: {
  shown: readonly Name[];
  onChange: (names: readonly Name[]) => void;
}): ReactNode {
  const { shown, onChange } = props;
  const entries = NAMES.map((name) => {
    const isTicked = shown.includes(name);
    const onSelect = (): void =>
      onChange(isTicked ? shown.filter((other) => other !== name) : [...shown, name]);
    return { label: text.columns[name], isTicked, onSelect };
  });
  return <Menu entries={entries} trigger={<Button icon="chevron">{text.chooseColumns}</Button>} />;
}
