import { useQuery } from "@connectrpc/connect-query";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { Passkey } from "@svc/proto/svc/auth/v1/passkey_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProject } from "../../app/current-project.ts";
import { ConfirmedButton } from "../../components/confirmed-button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { userPasskeys as text } from "../../strings/user.ts";

type Of = { project: string; userId: string };

/** Nothing where passkeys are off and the user has none. */
export function PasskeysCard({ project, userId }: Of): ReactNode {
  const query = useQuery(UserService.method.listUserPasskeys, { project, userId });
  const isOn = useProject().data?.project?.settings?.passkeys?.enabled ?? false;
  if (!isOn && (query.data?.passkeys ?? []).length === 0) return null;
  return (
    <Card description={text.description} isFlush title={text.title}>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            {passkeys.length === 0 && <p className="p-4 text-muted">{text.none}</p>}
            <ul aria-label={text.title} className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} project={project} userId={userId} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function PasskeyLine({ passkey, ...of }: Of & { passkey: Passkey }): ReactNode {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{passkey.name}</bdi>
        </p>
        <p className="text-xs text-muted">
          {text.added} <RelativeTime at={passkey.createdAt} /> · {text.used}{" "}
          <RelativeTime at={passkey.lastUsedAt} /> · {passkey.backedUp ? text.backedUp : text.notBackedUp}
        </p>
      </div>
      <RemovePasskey passkey={passkey} {...of} />
    </li>
  );
}

function RemovePasskey({ passkey, project, userId }: Of & { passkey: Passkey }): ReactNode {
  const remove = useAction(UserService.method.removeUserPasskey, {
    done: () => text.removed,
    failures: "inline",
  });
  return (
    <ConfirmedButton
      action={remove}
      description={text.removeText}
      label={text.remove}
      labelOf={text.removeOf(passkey.name)}
      needs="administrator"
      onConfirm={() => remove.run({ project, userId, passkeyId: passkey.id })}
      title={text.removeTitle(passkey.name)}
    />
  );
}
