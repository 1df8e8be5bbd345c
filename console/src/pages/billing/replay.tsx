import { useQuery } from "@connectrpc/connect-query";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notifications as text } from "../../strings/billing.ts";

const POLL_MS = 10_000;

/** Everything that was given up, of every store. Absent while there is nothing. */
export function ReplayAll({ project }: { project: string }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(BillingService.method.getStoreStatus, { project }, { refetchInterval: POLL_MS });
  const failed = data?.stores.reduce((sum, store) => sum + store.failed, 0) ?? 0;
  return (
    <>
      {failed > 0 && (
        <Button needs="administrator" icon="refresh" onClick={() => setAsking(true)}>
          {text.replayAll(failed)}
        </Button>
      )}
      {isAsking && (
        <ReplayQuestion
          ids={[]}
          onClose={() => setAsking(false)}
          project={project}
          title={text.replayAllTitle(failed)}
        />
      )}
    </>
  );
}

/** Asks before it works out several again; no ids mean all that were given up. */
export function ReplayQuestion(props: {
  project: string;
  ids: readonly string[];
  title: string;
  onClose: (isDone: boolean) => void;
}): ReactNode {
  const replay = useAction(BillingService.method.replayNotifications, {
    done: ({ replayed }) => replayedText(replayed),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await replay.run({ project: props.project, ids: [...props.ids] })) props.onClose(true);
  };
  return (
    <ConfirmDialog
      action={text.replay}
      description={text.replayText}
      failure={replay.failure}
      isBusy={replay.isRunning}
      isDangerous={false}
      isOpen
      onClose={() => props.onClose(false)}
      onConfirm={() => void go()}
      title={props.title}
    />
  );
}

export function replayedText(count: number): string {
  return count === 0 ? text.replayedNone : text.replayed(count);
}
