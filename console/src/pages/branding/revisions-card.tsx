import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { type ThemeRevision, ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { branding as text } from "../../strings/branding.ts";
import { colourNames } from "./theme-values.ts";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Every saved branding of the project, with a button to restore it. */
export function RevisionsCard({
  project,
  etag,
  onRestored,
}: {
  project: string;
  /** The version in use. */
  etag: string;
  onRestored: () => void;
}): ReactNode {
  const query = useQuery(ThemeService.method.listThemeRevisions, { project });
  const [chosen, choose] = useState<ThemeRevision>();
  return (
    <Card description={text.revisionsText} isFlush title={text.revisions}>
      <Loaded query={query}>
        {({ revisions }) => (
          <DataTable
            columns={[
              {
                header: text.revision,
                cell: (revision) => <Look isInUse={revision === revisions[0]} revision={revision} />,
              },
              {
                header: text.who,
                cell: ({ createdBy }) => <span className="text-muted">{createdBy || text.bySystem}</span>,
                isExtra: true,
              },
              { header: text.when, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                header: text.what,
                cell: (revision) =>
                  revision !== revisions[0] && (
                    <Button needs="administrator" onClick={() => choose(revision)}>
                      {text.restore}
                    </Button>
                  ),
              },
            ]}
            keyOf={({ id }) => id}
            label={text.revisionsLabel}
            nameOf={({ id }) => id}
            rows={revisions}
          />
        )}
      </Loaded>
      <RestoreDialog
        etag={etag}
        onClose={() => choose(undefined)}
        onRestored={onRestored}
        project={project}
        revision={chosen}
      />
    </Card>
  );
}

function Look({ revision, isInUse }: { revision: ThemeRevision; isInUse: boolean }): ReactNode {
  const { theme, isDefault } = revision;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="flex overflow-clip rounded-md border border-line">
        {colourNames.slice(0, 5).map((name) => (
          <span className="size-5" key={name} style={{ background: theme?.colors?.[name] }} />
        ))}
      </span>
      <span className="whitespace-nowrap">{isDefault ? text.default : theme?.productName || text.own}</span>
      {isInUse && <Badge tone="ok">{text.inUse}</Badge>}
    </div>
  );
}

function RestoreDialog({
  project,
  etag,
  revision,
  onClose,
  onRestored,
}: {
  project: string;
  etag: string;
  revision: ThemeRevision | undefined;
  onClose: () => void;
  onRestored: () => void;
}): ReactNode {
  const restore = useAction(ThemeService.method.restoreThemeRevision, {
    done: () => text.restored,
    failures: "inline",
  });
  const close = (): void => {
    restore.reset();
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (!(await restore.run({ project, revisionId: revision?.id ?? "", etag }))) return;
    onRestored();
    close();
  };
  const when = revision?.createdAt ? exact.format(timestampDate(revision.createdAt)) : "";
  return (
    <ConfirmDialog
      action={text.restore}
      description={text.restoreText(when, revision?.createdBy ? text.by(revision.createdBy) : "")}
      failure={restore.failure}
      isBusy={restore.isRunning}
      isDangerous={false}
      isOpen={revision !== undefined}
      onClose={close}
      onConfirm={() => void confirm()}
      title={text.restoreTitle}
    />
  );
}
