import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type Option, SelectField, SwitchField, TextField } from "../../components/fields.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { common } from "../../strings/common.ts";
import { instance as text } from "../../strings/instance.ts";
import { roles as roleTexts } from "../../strings/roles.ts";
import { ProjectChoice } from "./project-choice.tsx";

type Days = keyof typeof text.expiries;

const EXPIRIES: Option<Days>[] = (["7", "30", "90", "365", "0"] as const).map((value) => ({
  value,
  label: text.expiries[value],
}));

const WHERE: Option<"all" | "some">[] = [
  { value: "all", label: roleTexts.allProjects },
  { value: "some", label: roleTexts.onlyThisProject },
];

/** Asks for a name and shows the token once. Closing forgets it. */
export function CreateToken(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [token, setToken] = useState("");
  useRequestedAction("create-token", () => setOpen(true));
  const close = (): void => {
    setOpen(false);
    setToken("");
  };
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {text.newToken}
      </Button>
      <Dialog
        description={token === "" ? undefined : text.tokenText}
        isOpen={isOpen}
        onClose={close}
        title={token === "" ? text.newTokenTitle : text.tokenTitle}
      >
        {token === "" ? (
          <TokenForm onClose={close} onCreated={setToken} />
        ) : (
          <SecretOnce label={text.token} secret={token} />
        )}
      </Dialog>
    </>
  );
}

function TokenForm(props: { onClose: () => void; onCreated: (token: string) => void }): ReactNode {
  const [name, setName] = useState("");
  const [days, setDays] = useState<Days>("90");
  const [isReadOnly, setReadOnly] = useState(false);
  const [projects, setProjects] = useState<ReadonlySet<string>>();
  const create = useAction(AdminAccountService.method.createPersonalAccessToken, {
    done: ({ personalAccessToken }) => text.tokenCreated(personalAccessToken?.name ?? ""),
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const limits = { projects: [...(projects ?? [])], readOnly: isReadOnly };
    const answer = await create.run({ name, expiresInDays: Number(days), ...limits });
    if (answer) props.onCreated(answer.token);
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        hint={text.tokenNameHint}
        label={text.tokenName}
        onChange={setName}
        required
        value={name}
      />
      <SelectField label={text.tokenExpiry} onChange={setDays} options={EXPIRIES} value={days} />
      <SelectField
        label={roleTexts.where}
        onChange={(where) => setProjects(where === "all" ? undefined : new Set())}
        options={WHERE}
        value={projects ? "some" : "all"}
      />
      {projects && <ProjectChoice chosen={projects} legend={roleTexts.projects} onChange={setProjects} />}
      <SwitchField
        hint={roleTexts.readOnlyHint}
        label={roleTexts.readOnly}
        onChange={setReadOnly}
        value={isReadOnly}
      />
      {create.failure && <ErrorNotice failure={create.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{common.cancel}</Button>
        <Button disabled={projects?.size === 0} isBusy={create.isRunning} variant="primary" type="submit">
          {text.createToken}
        </Button>
      </div>
    </form>
  );
}
