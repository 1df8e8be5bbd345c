import { useQuery } from "@connectrpc/connect-query";
import {
  type AdminPasskey,
  type ListMyPasskeysResponse,
  SessionService,
} from "@svc/proto/svc/admin/v1/session_pb";
import { type ReactNode, useState } from "react";
import { canUsePasskeys, makePasskey } from "../../api/passkeys.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { showFailure } from "../../components/toast.tsx";
import { ownPasskeys as text } from "../../strings/own-passkeys.ts";
import { RemovePasskey } from "./remove-passkey.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

export function OwnPasskeys(): ReactNode {
  const query = useQuery(SessionService.method.listMyPasskeys, {});
  const canAdd = (query.data?.rpId ?? "") !== "" && canUsePasskeys();
  return (
    <Card actions={canAdd && <AddPasskey />} description={text.description} isFlush title={text.title}>
      <Loaded query={query}>
        {(own) => (
          <>
            {own.passkeys.length === 0 && <p className="p-4 text-muted">{emptyText(own)}</p>}
            <ul aria-label={text.title} className="divide-y divide-line">
              {own.passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} own={own} passkey={passkey} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function emptyText({ rpId }: ListMyPasskeysResponse): string {
  if (rpId === "") return text.noHost;
  return canUsePasskeys() ? text.none : text.notHere;
}

function AddPasskey(): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const start = useAction(SessionService.method.startPasskeyAddition);
  const add = useAction(SessionService.method.addMyPasskey, {
    done: ({ passkey }) => text.added(passkey?.name ?? ""),
  });
  const go = async (): Promise<void> => {
    setBusy(true);
    const options = await start.run({});
    const made = options && (await makePasskey(options.optionsJson));
    if (made?.credentialJson !== undefined) await add.run({ credentialJson: made.credentialJson });
    else if (made && made.failure !== "declined") {
      showFailure({ reason: "", text: text[made.failure], requestId: "", field: "" });
    }
    setBusy(false);
  };
  return (
    <Button icon="plus" isBusy={isBusy} onClick={() => void go()}>
      {text.add}
    </Button>
  );
}

function PasskeyLine({ passkey, own }: { passkey: AdminPasskey; own: ListMyPasskeysResponse }): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <div className="min-w-48 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">
            <bdi>{passkey.name}</bdi>
          </span>
          {passkey.rpId !== own.rpId && <Badge tone="warn">{text.ofOtherHost(passkey.rpId)}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {text.addedAt} <RelativeTime at={passkey.createdAt} /> · {text.usedAt}{" "}
          <RelativeTime at={passkey.lastUsedAt} /> · {passkey.backedUp ? text.backedUp : text.notBackedUp}
        </p>
      </div>
      <div className="flex gap-2">
        <RenamePasskey passkey={passkey} />
        <RemovePasskey own={own} passkey={passkey} />
      </div>
    </li>
  );
}
