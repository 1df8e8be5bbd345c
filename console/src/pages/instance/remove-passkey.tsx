import {
  type AdminPasskey,
  type ListMyPasskeysResponse,
  SessionService,
} from "@svc/proto/svc/admin/v1/session_pb";
import type { ReactNode } from "react";
import { tellAcceptedPasskeys } from "../../api/passkeys.ts";
import { useAction } from "../../api/use-action.ts";
import { ConfirmedButton } from "../../components/confirmed-button.tsx";
import { ownPasskeys as text } from "../../strings/own-passkeys.ts";

type RemoveProps = { passkey: AdminPasskey; own: ListMyPasskeysResponse };

export function RemovePasskey({ passkey, own }: RemoveProps): ReactNode {
  const remove = useAction(SessionService.method.removeMyPasskey, {
    done: () => text.removed,
    failures: "inline",
  });
  const go = async (): Promise<boolean> => {
    if (!(await remove.run({ passkeyId: passkey.id }))) return false;
    const others = own.passkeys.filter(({ id, rpId }) => id !== passkey.id && rpId === own.rpId);
    tellAcceptedPasskeys({
      rpId: own.rpId,
      userId: own.userHandle,
      allAcceptedCredentialIds: others.map(({ credentialId }) => credentialId),
    });
    return true;
  };
  return (
    <ConfirmedButton
      action={remove}
      description={text.removeText}
      label={text.remove}
      labelOf={text.removeOf(passkey.name)}
      onConfirm={go}
      title={text.removeTitle(passkey.name)}
    />
  );
}
