import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { SigningKey, SigningKeys } from "@svc/proto/svc/admin/v1/signing_key_pb";
import { type ReactNode, useEffect, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { IconButton } from "../../components/button.tsx";
import { CodeTabs } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { keys as text } from "../../strings/keys.ts";
import { durationText } from "./duration-text.ts";

/** Every key in the JWKS: the one that signs, the next one, and those whose tokens have yet to expire. */
export function PublishedKeys({ keys: { active, standBy, grace } }: { keys: SigningKeys }): ReactNode {
  const [shown, show] = useState<SigningKey>();
  const columns: readonly Column<SigningKey>[] = [
    { header: text.kid, cell: ({ kid }) => <Kid kid={kid} /> },
    {
      header: text.state,
      cell: ({ kid, expiresAt }) => <State expiresAt={expiresAt} isStandBy={kid === standBy?.kid} />,
    },
    { header: text.created, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { header: text.leaves, isExtra: true, cell: ({ expiresAt }) => <Leaving at={expiresAt} /> },
    {
      header: text.keyColumn,
      cell: (key) => <IconButton icon="eye" label={`${text.showKey} ${key.kid}`} onClick={() => show(key)} />,
    },
  ];
  return (
    <>
      <DataTable
        columns={columns}
        keyOf={({ kid }) => kid}
        label={text.published}
        nameOf={({ kid }) => kid}
        rows={[active, standBy, ...grace].filter((key) => key !== undefined)}
      />
      <Dialog
        description={text.publicKeyText}
        isOpen={shown !== undefined}
        onClose={() => show(undefined)}
        title={text.publicKey(shown?.kid ?? "")}
      >
        {shown && (
          <CodeTabs
            label={text.publicKey(shown.kid)}
            snippets={[
              { label: "PEM", code: shown.publicKeyPem.trim() },
              { label: "JWK", code: JSON.stringify(shown.publicJwk, null, 2) },
            ]}
          />
        )}
      </Dialog>
    </>
  );
}

type StateProps = { expiresAt: Timestamp | undefined; isStandBy: boolean };

function State({ expiresAt, isStandBy }: StateProps): ReactNode {
  if (isStandBy) return <Badge tone="accent">{text.standBy}</Badge>;
  if (!expiresAt) return <Badge tone="ok">{text.signs}</Badge>;
  return (
    <>
      <Badge tone="warn">{text.grace}</Badge>
      <span className="block pt-1 text-xs md:hidden">
        <Leaving at={expiresAt} />
      </span>
    </>
  );
}

function Kid({ kid }: { kid: string }): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 truncate font-mono text-xs" title={kid}>
        {kid}
      </code>
      <CopyButton isSmall text={kid} />
    </span>
  );
}

/** Counts down by the second. */
function Leaving({ at }: { at: Timestamp | undefined }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!at) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  if (!at) return <span className="text-muted">{text.stays}</span>;
  const date = timestampDate(at);
  const left = date.getTime() - now;
  return (
    <time className="tabular-nums" dateTime={date.toISOString()} title={date.toLocaleString()}>
      {left > 0 ? text.leavesIn(durationText(left)) : text.isGone}
    </time>
  );
}
