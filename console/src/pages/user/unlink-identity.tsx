import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { user as text } from "../../strings/user.ts";

type UnlinkProps = { project: string; user: User; provider: OauthProvider; name: string };

export function UnlinkIdentity({ project, user, provider, name }: UnlinkProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const unlink = useAction(UserService.method.unlinkIdentity, {
    done: () => text.unlinked(name),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await unlink.run({ project, userId: user.id, provider })) setAsking(false);
  };
  return (
    <>
      <Button needs="administrator" aria-label={text.unlinkOf(name)} onClick={() => setAsking(true)}>
        {text.unlink}
      </Button>
      <ConfirmDialog
        action={text.unlink}
        description={text.unlinkText}
        failure={unlink.failure}
        isBusy={unlink.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          unlink.reset();
        }}
        onConfirm={() => void go()}
        title={text.unlinkTitle(name)}
      />
    </>
  );
}
