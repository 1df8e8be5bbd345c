import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmedButton } from "../../components/confirmed-button.tsx";
import { user as text } from "../../strings/user.ts";

type UnlinkProps = { project: string; user: User; provider: OauthProvider; name: string };

export function UnlinkIdentity({ project, user, provider, name }: UnlinkProps): ReactNode {
  const unlink = useAction(UserService.method.unlinkIdentity, {
    done: () => text.unlinked(name),
    failures: "inline",
  });
  return (
    <ConfirmedButton
      action={unlink}
      description={text.unlinkText}
      label={text.unlink}
      labelOf={text.unlinkOf(name)}
      needs="administrator"
      onConfirm={() => unlink.run({ project, userId: user.id, provider })}
      title={text.unlinkTitle(name)}
    />
  );
}
