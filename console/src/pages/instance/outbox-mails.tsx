import { useQuery } from "@connectrpc/connect-query";
import {
  InstanceSettingsService,
  type OutgoingMail,
  OutgoingMailState,
} from "@svc/proto/svc/admin/v1/instance_pb";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useUrlState } from "../../app/url-state.ts";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable, Pager } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";
import { MailActions } from "./mail-actions.tsx";

const REFRESH_MS = 3_000;
const STATES: Readonly<Record<string, OutgoingMailState>> = {
  unsent: OutgoingMailState.UNSPECIFIED,
  waiting: OutgoingMailState.WAITING,
  failed: OutgoingMailState.FAILED,
  sent: OutgoingMailState.SENT,
  cancelled: OutgoingMailState.CANCELLED,
  suppressed: OutgoingMailState.SUPPRESSED,
};
const OPTIONS = Object.entries(text.mailStates).map(([value, label]) => ({ value, label }));

/** The emails of all projects in a state, newest first. */
export function OutboxMails(): ReactNode {
  const [view, setView] = useUrlState({ mails: "unsent", cursor: "" });
  const state = STATES[view.mails] ?? OutgoingMailState.UNSPECIFIED;
  const query = useQuery(
    InstanceSettingsService.method.listOutgoingMails,
    { state, pageToken: view.cursor },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );
  return (
    <>
      <div className="border-b border-line p-3">
        <div className="sm:w-64">
          <Select
            aria-label={text.mailState}
            onChange={(mails) => setView({ mails, cursor: "" })}
            options={OPTIONS}
            value={view.mails}
          />
        </div>
      </div>
      <Loaded query={query}>
        {({ mails, nextPageToken }) => (
          <>
            {mails.length === 0 ? (
              <EmptyState icon="check" title={text.mailNone}>
                {text.mailNoneText}
              </EmptyState>
            ) : (
              <DataTable
                columns={columns}
                keyOf={({ id }) => id}
                label={text.outbox}
                nameOf={({ recipient }) => recipient}
                rows={mails}
              />
            )}
            {(nextPageToken !== "" || view.cursor !== "") && (
              <Pager
                cursor={view.cursor}
                nextCursor={nextPageToken}
                onMove={(cursor) => setView({ cursor })}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const columns: readonly Column<OutgoingMail>[] = [
  {
    header: text.mailTo,
    cell: (mail) => (
      <span className="block min-w-0">
        <span className="block truncate font-medium">{mail.recipient}</span>
        <span className="block truncate text-xs text-muted">
          {text.mailKinds[mail.kind] ?? mail.kind} · {mail.project || text.mailInstance}
        </span>
        <span className="block font-mono text-xs break-words text-muted">
          {mail.lastError || mail.answer}
        </span>
      </span>
    ),
  },
  { header: text.mailState, cell: (mail) => <State mail={mail} /> },
  { header: text.mailWhen, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { header: text.mailActions, isRightAligned: true, cell: (mail) => <MailActions mail={mail} /> },
];

function State({ mail: { state, nextAttemptAt } }: { mail: OutgoingMail }): ReactNode {
  if (state === OutgoingMailState.SENT) return <Badge tone="ok">{text.mailStates.sent}</Badge>;
  if (state === OutgoingMailState.CANCELLED) return <Badge>{text.mailStates.cancelled}</Badge>;
  if (state === OutgoingMailState.SUPPRESSED) return <Badge tone="warn">{text.mailStates.suppressed}</Badge>;
  if (state === OutgoingMailState.FAILED) return <Badge tone="danger">{text.mailStates.failed}</Badge>;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone="warn">{text.mailStates.waiting}</Badge>
      <span className="text-xs text-muted max-sm:hidden">
        {text.mailNext} <RelativeTime at={nextAttemptAt} />
      </span>
    </span>
  );
}
