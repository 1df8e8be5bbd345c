import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type Option, SelectField, TextField } from "../../components/fields.tsx";
import { common } from "../../strings/common.ts";
import { instance as text } from "../../strings/instance.ts";
import { roles as roleTexts } from "../../strings/roles.ts";
import { ProjectChoice } from "./project-choice.tsx";
import { projectRoles, type RoleName, roleNamed } from "./role-labels.ts";

/** From the least to the most. Nobody becomes an owner because a field was overlooked: there is no default. */
const ROLES: Option<RoleName | "">[] = [
  { value: "", label: roleTexts.choose },
  ...([...projectRoles.toReversed(), "owner"] as const).map((value) => ({
    value,
    label: roleTexts.names[value],
  })),
];

export function InviteAdmin(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useRequestedAction("invite-admin", () => setOpen(true));
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {text.invite}
      </Button>
      <Dialog description={text.inviteText} isOpen={isOpen} onClose={close} title={text.inviteTitle}>
        <InviteForm onClose={close} />
      </Dialog>
    </>
  );
}

function InviteForm({ onClose }: { onClose: () => void }): ReactNode {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<RoleName | "">("");
  const [projects, setProjects] = useState<ReadonlySet<string>>(new Set());
  const isOfProjects = role !== "" && role !== "owner";
  const isIncomplete = role === "" || (isOfProjects && projects.size === 0);
  const invite = useAction(AdminAccountService.method.inviteAdmin, {
    done: ({ invite }) => text.invited(invite?.email ?? ""),
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isIncomplete) return;
    const places = role === "owner" ? [""] : [...projects];
    const roles = places.map((project) => ({ project, role: roleNamed(role) }));
    if (await invite.run({ email, roles })) onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        label={text.email}
        onChange={setEmail}
        required
        type="email"
        value={email}
      />
      <SelectField
        hint={role && roleTexts.about[role]}
        label={roleTexts.role}
        onChange={setRole}
        options={ROLES}
        required
        value={role}
      />
      {isOfProjects && <ProjectChoice chosen={projects} legend={roleTexts.projects} onChange={setProjects} />}
      {isOfProjects && isIncomplete && <p className="text-xs text-muted">{roleTexts.chooseProject}</p>}
      {invite.failure && <ErrorNotice failure={invite.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button disabled={isIncomplete} isBusy={invite.isRunning} variant="primary" type="submit">
          {text.inviteSubmit}
        </Button>
      </div>
    </form>
  );
}
