import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type Option, SelectField, TextField } from "../../components/fields.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { common } from "../../strings/common.ts";
import { instance as text } from "../../strings/instance.ts";

type Days = keyof typeof text.expiries;

const EXPIRIES: Option<Days>[] = (["7", "30", "90", "365", "0"] as const).map((value) => ({
  value,
  label: text.expiries[value],
}));

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
  const create = useAction(AdminAccountService.method.createPersonalAccessToken, {
    done: ({ personalAccessToken }) => text.tokenCreated(personalAccessToken?.name ?? ""),
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await create.run({ name, expiresInDays: Number(days) });
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
      {create.failure && <ErrorNotice failure={create.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{common.cancel}</Button>
        <Button isBusy={create.isRunning} variant="primary" type="submit">
          {text.createToken}
        </Button>
      </div>
    </form>
  );
}
