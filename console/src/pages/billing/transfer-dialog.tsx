import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { subscriptions as text } from "../../strings/billing.ts";
import { common } from "../../strings/common.ts";
import { nameOfUser } from "../users/user-labels.ts";

type Props = {
  project: string;
  subscriptionId: string;
  /** Who has it now; empty for nobody. */
  from: string;
  onClose: () => void;
};

/** Finds the new owner first, so that it is said who gets it before it happens. */
export function TransferDialog(props: Props): ReactNode {
  const [owner, setOwner] = useState<User>();
  return (
    <Dialog description={text.transferText} isOpen onClose={props.onClose} title={text.transferTitle}>
      {owner ? (
        <Confirm {...props} onBack={() => setOwner(undefined)} owner={owner} />
      ) : (
        <Find {...props} onFound={setOwner} />
      )}
    </Dialog>
  );
}

function Find(props: Props & { onFound: (user: User) => void }): ReactNode {
  const [typed, setTyped] = useState("");
  const find = useAction(UserService.method.getUser, { failures: "inline" });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const who = typed.trim();
    const answer = await find.run({
      project: props.project,
      ...(who.includes("@") ? { email: who } : { userId: who }),
    });
    if (answer?.user) props.onFound(answer.user);
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        autoFocus
        label={text.newOwner}
        onChange={setTyped}
        required
        spellCheck={false}
        value={typed}
      />
      {find.failure && <ErrorNotice failure={find.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{common.cancel}</Button>
        <Button isBusy={find.isRunning} variant="primary" type="submit">
          {text.next}
        </Button>
      </div>
    </form>
  );
}

function Confirm(props: Props & { owner: User; onBack: () => void }): ReactNode {
  const { project, subscriptionId, owner, from } = props;
  const name = nameOfUser(owner);
  const move = useAction(BillingService.method.transferSubscription, {
    done: () => text.transferred(name),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await move.run({ project, subscriptionId, userId: owner.id })) props.onClose();
  };
  return (
    <div className="space-y-4">
      <div className="rounded-lg border border-line bg-sunken p-3">
        <bdi className="block font-medium">{name}</bdi>
        {owner.email && <p className="text-xs text-muted">{owner.email}</p>}
        <p className="font-mono text-xs break-all text-muted">{owner.id}</p>
      </div>
      <p>{text.confirmTransfer(from === "" ? text.nobodyNow : text.present, name)}</p>
      {move.failure && <ErrorNotice failure={move.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onBack}>{text.back}</Button>
        <Button isBusy={move.isRunning} variant="danger" onClick={() => void go()}>
          {text.transferNow}
        </Button>
      </div>
    </div>
  );
}
