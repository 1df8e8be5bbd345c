import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { Admin } from "@svc/proto/svc/admin/v1/admin_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type Option, SelectField, SwitchField } from "../../components/fields.tsx";
import { showSuccess } from "../../components/toast.tsx";
import { common } from "../../strings/common.ts";
import { roles as text } from "../../strings/roles.ts";
import { useProjectsToChoose } from "./project-choice.tsx";
import { isOwner, type ProjectRole, projectRoles, roleIn, roleNamed } from "./role-labels.ts";

type Choice = ProjectRole | "none";

const OPTIONS: Option<Choice>[] = [
  { value: "none", label: text.none },
  ...projectRoles.map((value) => ({ value, label: text.names[value] })),
];

export function ChangeRoles({ admin, onClose }: { admin: Admin; onClose: () => void }): ReactNode {
  return (
    <Dialog isOpen onClose={onClose} title={text.title(admin.email)}>
      <RolesForm admin={admin} onClose={onClose} />
    </Dialog>
  );
}

/** Each role is a change of its own: what somebody else gives meanwhile in another project stays. */
function RolesForm({ admin, onClose }: { admin: Admin; onClose: () => void }): ReactNode {
  const [owner, setOwner] = useState(isOwner(admin));
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const { projects, hasMore } = useProjectsToChoose();
  const set = useAction(AdminAccountService.method.setAdminRole, { failures: "inline" });
  const changes: { project: string; role: Choice | "owner" }[] = [
    ...Object.entries(chosen)
      .filter(([slug, role]) => role !== (roleIn(admin, slug) ?? "none"))
      .map(([project, role]) => ({ project, role })),
    // Last: whoever gives up the own role could not change the others any more.
    ...(owner === isOwner(admin) ? [] : [{ project: "", role: owner ? "owner" : "none" } as const]),
  ];
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    for (const { project, role } of changes) {
      if (!(await set.run({ adminId: admin.id, project, role: roleNamed(role) }))) return;
    }
    showSuccess(text.changed);
    onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <SwitchField hint={text.about.owner} label={text.ownerSwitch} onChange={setOwner} value={owner} />
      {!owner && (
        <div className="max-h-72 space-y-3 overflow-y-auto">
          {projects.map(({ id, name, slug }) => (
            <SelectField
              key={id}
              label={text.inProject(name)}
              onChange={(role) => setChosen({ ...chosen, [slug]: role })}
              options={OPTIONS}
              value={chosen[slug] ?? roleIn(admin, slug) ?? "none"}
            />
          ))}
        </div>
      )}
      {!owner && <RoleMeanings />}
      {!owner && hasMore && <p className="text-xs text-muted">{text.moreProjects}</p>}
      {set.failure && <ErrorNotice failure={set.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button disabled={changes.length === 0} isBusy={set.isRunning} variant="primary" type="submit">
          {common.save}
        </Button>
      </div>
    </form>
  );
}

function RoleMeanings(): ReactNode {
  return (
    <dl className="space-y-1 text-xs text-muted">
      {projectRoles.map((role) => (
        <div key={role}>
          <dt className="inline font-medium text-ink">{text.names[role]}: </dt>
          <dd className="inline">{text.about[role]}</dd>
        </div>
      ))}
    </dl>
  );
}
