import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { SelectField, SwitchField, TextField } from "../../components/fields.tsx";
import { common } from "../../strings/common.ts";
import { createUser as text } from "../../strings/users.ts";

type Way = keyof typeof text.ways;

const WAYS = (Object.keys(text.ways) as Way[]).map((value) => ({ value, label: text.ways[value] }));

export function CreateUserDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog description={text.text} isOpen={isOpen} onClose={onClose} title={text.title}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

/** Inside the dialog, so that a password that was typed is gone with it. */
function CreateForm({ onClose }: { onClose: () => void }): ReactNode {
  const project = useProjectSlug();
  const [email, setEmail] = useState("");
  const [displayName, setName] = useState("");
  const [way, setWay] = useState<Way>("invite");
  const [password, setPassword] = useState("");
  const [emailVerified, setVerified] = useState(false);
  const create = useAction(UserService.method.createUser, {
    done: ({ user, banLifted }) => {
      const done = (way === "invite" ? text.invited : text.created)(user?.email ?? "");
      return banLifted ? `${done} ${text.banLifted}` : done;
    },
    failures: "inline",
  });
  const submit = async (): Promise<void> => {
    const entry = { ...(way === "password" && { password }), invite: way === "invite" };
    if (await create.run({ project, email, displayName, emailVerified, ...entry })) onClose();
  };
  return (
    <form
      className="space-y-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus
        label={text.email}
        onChange={setEmail}
        required
        type="email"
        value={email}
      />
      <TextField
        autoComplete="off"
        hint={text.nameHint}
        label={text.name}
        onChange={setName}
        value={displayName}
      />
      <SelectField label={text.way} onChange={setWay} options={WAYS} value={way} />
      {way === "password" && (
        <TextField
          autoComplete="new-password"
          hint={text.passwordHint}
          label={text.password}
          onChange={setPassword}
          required
          type="password"
          value={password}
        />
      )}
      <SwitchField
        hint={text.verifiedHint}
        label={text.verified}
        onChange={setVerified}
        value={emailVerified}
      />
      {create.failure && <ErrorNotice failure={create.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          disabled={email.trim() === "" || (way === "password" && password === "")}
          isBusy={create.isRunning}
          variant="primary"
          type="submit"
        >
          {way === "invite" ? text.submitInvite : text.submit}
        </Button>
      </div>
    </form>
  );
}
