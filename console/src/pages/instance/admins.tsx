import { useQuery } from "@connectrpc/connect-query";
import { AdminAccountService, type AdminInvite } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { Admin } from "@svc/proto/svc/admin/v1/admin_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";
import { roles } from "../../strings/roles.ts";
import { twoStep } from "../../strings/two-step.ts";
import { ChangeRoles } from "./change-roles.tsx";
import { FactorPolicy } from "./factor-policy.tsx";
import { InviteAdmin } from "./invite-admin.tsx";
import { rolesText } from "./role-labels.ts";

export function AdminsPart(): ReactNode {
  const query = useQuery(AdminAccountService.method.listAdmins, {});
  return (
    <div className="space-y-5">
      <Card actions={<InviteAdmin />} description={text.adminsText} isFlush title={text.admins}>
        <Loaded query={query}>{({ admins }) => <AdminTable admins={admins} />}</Loaded>
      </Card>
      {query.data && query.data.invites.length > 0 && (
        <Card isFlush title={text.invites}>
          <InviteTable invites={query.data.invites} />
        </Card>
      )}
      <FactorPolicy />
    </div>
  );
}

function AdminTable({ admins }: { admins: readonly Admin[] }): ReactNode {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  const [toRemove, setToRemove] = useState<Admin>();
  const [toChange, setToChange] = useState<Admin>();
  const me = data?.admin?.id;
  const columns: readonly Column<Admin>[] = [
    {
      header: text.emailColumn,
      cell: ({ id, email }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">{email}</span>
          {id === me && <Badge tone="accent">{text.you}</Badge>}
        </span>
      ),
      below: rolesBelow,
    },
    { header: roles.roles, isExtra: true, cell: ({ roles }) => rolesText(roles) },
    {
      header: twoStep.factor,
      isExtra: true,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? twoStep.hasFactor : twoStep.hasNone),
    },
    { header: text.lastLogin, isExtra: true, cell: ({ lastLoginAt }) => <RelativeTime at={lastLoginAt} /> },
    { header: text.created, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: text.actions,
      isRightAligned: true,
      cell: (admin) => (
        <span className="flex flex-wrap justify-end gap-1">
          <Button aria-label={roles.changeOf(admin.email)} variant="ghost" onClick={() => setToChange(admin)}>
            {roles.change}
          </Button>
          <Button
            aria-label={`${text.remove} ${admin.email}`}
            variant="ghost"
            onClick={() => setToRemove(admin)}
          >
            {text.remove}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        columns={columns}
        keyOf={({ id }) => id}
        label={text.admins}
        nameOf={({ email }) => email}
        rows={admins}
      />
      {toChange && <ChangeRoles admin={toChange} onClose={() => setToChange(undefined)} />}
      {toRemove && (
        <RemoveAdmin admin={toRemove} isSelf={toRemove.id === me} onClose={() => setToRemove(undefined)} />
      )}
    </>
  );
}

/** A phone has no room for a column of them. */
function rolesBelow({ roles }: Pick<Admin, "roles">): ReactNode {
  return <span className="block text-xs text-muted wrap-anywhere md:hidden">{rolesText(roles)}</span>;
}

function RemoveAdmin(props: { admin: Admin; isSelf: boolean; onClose: () => void }): ReactNode {
  const { admin, isSelf, onClose } = props;
  const remove = useAction(AdminAccountService.method.removeAdmin, {
    done: () => text.removed,
    failures: "inline",
  });
  return (
    <ConfirmDialog
      action={text.remove}
      description={isSelf ? text.removeSelf : text.removeText}
      failure={remove.failure}
      isBusy={remove.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        if (await remove.run({ adminId: admin.id })) onClose();
      }}
      title={text.removeTitle(admin.email)}
      typed={admin.email}
    />
  );
}

function InviteTable({ invites }: { invites: readonly AdminInvite[] }): ReactNode {
  const withdraw = useAction(AdminAccountService.method.removeAdmin, { done: () => text.withdrawn });
  const resend = useAction(AdminAccountService.method.inviteAdmin, {
    done: ({ invite }) => text.resent(invite?.email ?? ""),
  });
  const columns: readonly Column<AdminInvite>[] = [
    {
      header: text.emailColumn,
      cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span>,
      below: rolesBelow,
    },
    { header: roles.roles, isExtra: true, cell: ({ roles }) => rolesText(roles) },
    { header: text.invitedBy, isExtra: true, cell: ({ invitedBy }) => invitedBy },
    { header: text.expires, isExtra: true, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    {
      header: text.actions,
      isRightAligned: true,
      cell: ({ id, email, roles }) => (
        <span className="flex flex-wrap justify-end gap-1">
          {/* Without a role it would be an invitation to become an owner: the projects were deleted since. */}
          {roles.length > 0 && (
            <Button
              aria-label={text.resendTo(email)}
              disabled={resend.isRunning || withdraw.isRunning}
              variant="ghost"
              onClick={() => void resend.run({ email, roles })}
            >
              {text.resend}
            </Button>
          )}
          <Button
            aria-label={`${text.withdraw} ${email}`}
            disabled={resend.isRunning || withdraw.isRunning}
            variant="ghost"
            onClick={() => void withdraw.run({ inviteId: id })}
          >
            {text.withdraw}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={text.invites}
      nameOf={({ email }) => email}
      rows={invites}
    />
  );
}
