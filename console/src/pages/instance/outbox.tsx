import { useQuery } from "@connectrpc/connect-query";
import {
  InstanceSettingsService,
  type MailRelayStatus,
  type ProjectMails,
} from "@svc/proto/svc/admin/v1/instance_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";
import { OutboxMails } from "./outbox-mails.tsx";

const REFRESH_MS = 3_000;

/** Whether emails leave: the mail server's state, numbers for each project, and the emails themselves. */
export function Outbox(): ReactNode {
  const query = useQuery(InstanceSettingsService.method.getMailSummary, {}, { refetchInterval: REFRESH_MS });
  const retry = useAction(InstanceSettingsService.method.retryOutgoingMails, {
    done: ({ mails }) => text.retried(mails),
  });
  return (
    <Card
      actions={
        <Button icon="refresh" isBusy={retry.isRunning} onClick={() => void retry.run({})}>
          {text.retryMails}
        </Button>
      }
      description={text.outboxText}
      isFlush
      title={text.outbox}
    >
      <Loaded query={query}>
        {({ relay, projects }) => (
          <>
            <div className="border-b border-line p-4">{relay && <Relay relay={relay} />}</div>
            {projects.length > 0 && (
              <div className="border-b border-line">
                <DataTable
                  columns={columns}
                  keyOf={({ project }) => project}
                  label={text.mailCounts}
                  nameOf={nameOf}
                  rows={projects}
                />
                <p className="px-4 py-2 text-xs text-muted">{text.mailSuppressedHint}</p>
              </div>
            )}
          </>
        )}
      </Loaded>
      <OutboxMails />
    </Card>
  );
}

function Relay({ relay }: { relay: MailRelayStatus }): ReactNode {
  const hasFailed = relay.failures > 0;
  return (
    <div className="max-w-2xl space-y-3">
      <p>
        {relay.failing ? (
          <Badge tone="danger">{text.relayFails}</Badge>
        ) : (
          <Badge tone={hasFailed ? "warn" : "ok"}>{hasFailed ? text.relayAttempts : text.relayIdle}</Badge>
        )}
      </p>
      <Facts
        facts={[
          { name: text.waitingMails, value: String(relay.waiting) },
          ...(relay.oldestWaitingAt
            ? [{ name: text.oldestMail, value: <RelativeTime at={relay.oldestWaitingAt} /> }]
            : []),
          ...(hasFailed
            ? [
                { name: text.relaySince, value: <RelativeTime at={relay.failingSince} /> },
                { name: text.relayAttempts, value: String(relay.failures) },
                {
                  name: text.relayAnswer,
                  value: <span className="font-mono text-xs break-words">{relay.lastFailure}</span>,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function nameOf({ project }: ProjectMails): string {
  return project || text.mailInstance;
}

const columns: readonly Column<ProjectMails>[] = [
  { header: text.mailProject, cell: nameOf },
  { header: text.waitingMails, isRightAligned: true, cell: ({ waiting }) => waiting },
  { header: text.mailSent, isRightAligned: true, isExtra: true, cell: ({ sent }) => sent },
  { header: text.mailFailed, isRightAligned: true, cell: ({ failed }) => failed },
  { header: text.mailSuppressed, isRightAligned: true, isExtra: true, cell: ({ suppressed }) => suppressed },
];
