import {
  BillingService,
  NotificationStatus,
  type StoreNotification,
} from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { billing, notifications as text } from "../../strings/billing.ts";
import { momentOf } from "./labels.ts";
import { Message } from "./message.tsx";
import { StatusBadge } from "./notification-table.tsx";
import { replayedText } from "./replay.tsx";
import { storeName } from "./store-names.ts";

/** One notification: what it told, what became of it, and another try. */
export function NotificationDrawer(props: {
  project: string;
  notification: StoreNotification;
  onClose: () => void;
}): ReactNode {
  const { project, notification } = props;
  const [said, setSaid] = useState("");
  const replay = useAction(BillingService.method.replayNotifications, { failures: "inline" });
  const go = async (): Promise<void> => {
    setSaid("");
    const answer = await replay.run({ project, ids: [notification.id] });
    if (answer) setSaid(replayedText(answer.replayed));
  };
  return (
    <Drawer
      actions={
        <Button needs="administrator" icon="refresh" isBusy={replay.isRunning} onClick={() => void go()}>
          {text.replayOne}
        </Button>
      }
      description={storeName(notification.store)}
      isOpen
      onClose={props.onClose}
      title={[notification.type, notification.subtype].filter(Boolean).join(" · ")}
    >
      <div className="space-y-5">
        <Message text={said} />
        {replay.failure && <ErrorNotice failure={replay.failure} />}
        <Trouble notification={notification} />
        <Facts facts={factsOf(notification)} />
      </div>
    </Drawer>
  );
}

function Trouble({ notification: { lastError, status } }: { notification: StoreNotification }): ReactNode {
  if (lastError === "") return null;
  const isIgnored = status === NotificationStatus.IGNORED;
  return (
    <div
      className={`space-y-0.5 rounded-lg p-3 ${isIgnored ? "bg-sunken text-muted" : "bg-danger-soft text-danger-ink"}`}
    >
      <p className="text-xs font-medium">{isIgnored ? text.why : text.error}</p>
      <p className="break-words">{lastError}</p>
    </div>
  );
}

function factsOf(notification: StoreNotification): { name: string; value: ReactNode }[] {
  const { occurredAt, receivedAt, processedAt, nextAttemptAt, attempts, subscriptionId } = notification;
  const isWaiting = notification.status === NotificationStatus.WAITING;
  return [
    {
      name: text.status,
      value: (
        <span className="inline-flex gap-1.5">
          {notification.sandbox && <Badge>{billing.sandbox}</Badge>}
          <StatusBadge notification={notification} />
        </span>
      ),
    },
    { name: text.attempts, value: attempts },
    ...(isWaiting && nextAttemptAt ? [{ name: text.next, value: momentOf(nextAttemptAt) }] : []),
    { name: text.occurred, value: momentOf(occurredAt) },
    { name: text.received, value: momentOf(receivedAt) },
    ...(processedAt ? [{ name: text.processed, value: momentOf(processedAt) }] : []),
    { name: text.subscription, value: subscriptionId ? <Id id={subscriptionId} /> : text.none },
    { name: text.id, value: <Id id={notification.notificationId} /> },
  ];
}

function Id({ id }: { id: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{id}</span>;
}
