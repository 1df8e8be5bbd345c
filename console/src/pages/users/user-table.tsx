import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { linkOptions } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable, Pager } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { useMay } from "../../components/rights.tsx";
import { screenNames } from "../../strings/screens.ts";
import { bulk, users as text } from "../../strings/users.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction, Chosen } from "./use-bulk.ts";
import { methodsOf, nameOfUser, withoutDirectionMarks } from "./user-labels.ts";

const columns: readonly Column<User>[] = [
  { header: text.userColumn, cell: (user) => <UserCell user={user} /> },
  { header: text.methodColumn, isExtra: true, cell: (user) => methodsOf(user) },
  { header: text.statusColumn, cell: (user) => <StatusBadge user={user} /> },
  { header: text.lastColumn, isExtra: true, cell: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} /> },
  { header: text.createdColumn, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

export function UserTable(props: {
  project: string;
  users: readonly User[];
  isFiltered: boolean;
  sort: string;
  cursor: string;
  nextCursor: string;
  onMove: (cursor: string) => void;
}): ReactNode {
  const { project, users, isFiltered, sort, ...pager } = props;
  const [keys, choose] = useState<ReadonlySet<string>>(new Set());
  const [asked, ask] = useState<{ action: BulkAction; users: readonly Chosen[] }>();
  const chosen = users.filter(({ id }) => keys.has(id)).map((user) => ({ id: user.id, name: callOf(user) }));
  const may = useMay();
  const selection = { keys: new Set(chosen.map(({ id }) => id)), onChange: choose };
  return (
    <>
      {users.length === 0 ? (
        <NobodyHere isFiltered={isFiltered} isEnd={pager.nextCursor === ""} />
      ) : (
        <DataTable
          bulkActions={<BulkButtons onPress={(action) => ask({ action, users: chosen })} />}
          columns={columns}
          keyOf={({ id }) => id}
          label={screenNames.users}
          linkOf={({ id }) => linkOptions({ to: "/p/$project/users/$user", params: { project, user: id } })}
          nameOf={callOf}
          rows={users}
          {...(may("support") && { selection })}
        />
      )}
      {(users.length > 0 || pager.cursor !== "" || pager.nextCursor !== "") && (
        <Pager {...pager} note={text.pageNote(orderName(sort))} />
      )}
      {asked && (
        <BulkDialog
          {...asked}
          onClose={(isDone) => {
            ask(undefined);
            if (isDone) choose(new Set());
          }}
          project={project}
        />
      )}
    </>
  );
}

function NobodyHere({ isFiltered, isEnd }: { isFiltered: boolean; isEnd: boolean }): ReactNode {
  if (!isEnd) {
    return (
      <EmptyState icon="users" title={text.noMatchYetTitle}>
        {text.noMatchYetText}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="users" title={isFiltered ? text.noMatchTitle : text.emptyTitle}>
      {isFiltered ? text.noMatchText : text.emptyText}
    </EmptyState>
  );
}

function orderName(sort: string): string {
  const names: Readonly<Record<string, string>> = text.orders;
  return names[sort] ?? text.orders[""];
}

/** Names repeat; the address tells people apart where there is one. */
function callOf(user: User): string {
  return user.email || withoutDirectionMarks(user.displayName) || `${text.guest} ${user.id.slice(-12)}`;
}

const BULK: readonly BulkAction[] = ["disable", "enable", "revoke", "remove"];

function BulkButtons({ onPress }: { onPress: (action: BulkAction) => void }): ReactNode {
  return BULK.map((action) => (
    <Button
      key={action}
      needs={action === "remove" ? "administrator" : "support"}
      variant={action === "remove" ? "danger" : "secondary"}
      onClick={() => onPress(action)}
    >
      {bulk.actions[action].button}
    </Button>
  ));
}

function UserCell({ user }: { user: User }): ReactNode {
  const second = user.displayName && user.email ? user.email : user.id;
  return (
    <span className="block min-w-0 max-w-[22rem]">
      <bdi className="block truncate">{nameOfUser(user)}</bdi>
      <span className="block truncate text-xs font-normal text-muted">{second}</span>
    </span>
  );
}

function StatusBadge({ user }: { user: User }): ReactNode {
  if (user.disabled) return <Badge tone="danger">{text.disabled}</Badge>;
  if (user.isAnonymous) return <Badge>{text.guest}</Badge>;
  return user.emailVerified ? (
    <Badge tone="ok">{text.verifiedBadge}</Badge>
  ) : (
    <Badge tone="warn">{text.unverified}</Badge>
  );
}
