import { useQuery } from "@connectrpc/connect-query";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { linkOptions } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useRequestedAction } from "../app/requested-action.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { type Column, DataTable, Pager } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { projects as text } from "../strings/projects.ts";
import { screenNames } from "../strings/screens.ts";
import { CreateProjectDialog } from "./projects/create-project-dialog.tsx";

const columns: readonly Column<Project>[] = [
  {
    header: text.name,
    cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi>,
    below: ({ slug }) => <span className="text-xs wrap-anywhere text-muted md:hidden">{slug}</span>,
  },
  {
    header: text.slugColumn,
    isExtra: true,
    cell: ({ slug }) => <span className="wrap-anywhere text-muted">{slug}</span>,
  },
  {
    header: text.keyColumn,
    isExtra: true,
    cell: ({ publishableKey }) => (
      <code className="font-mono text-xs text-muted">{publishableKey.slice(0, 12)}…</code>
    ),
  },
  { header: text.createdColumn, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

export function ProjectsPage(): ReactNode {
  const [view, setView] = useUrlState({ cursor: "" });
  const [isCreating, setCreating] = useState(false);
  useRequestedAction("create-project", () => setCreating(true));
  const query = useQuery(ProjectService.method.listProjects, { pageToken: view.cursor });
  const create = (
    <Button needs="owner" icon="plus" variant="primary" onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page
      actions={query.data?.projects.length === 0 ? undefined : create}
      description={text.description}
      title={screenNames.projects}
    >
      <Card isFlush>
        <Loaded query={query}>
          {({ projects, nextPageToken }) =>
            projects.length === 0 ? (
              <EmptyState action={create} icon="apps" title={text.emptyTitle}>
                {text.emptyText}
              </EmptyState>
            ) : (
              <>
                <DataTable
                  columns={columns}
                  keyOf={({ id }) => id}
                  label={screenNames.projects}
                  linkOf={({ slug }) =>
                    linkOptions({ to: "/p/$project/overview", params: { project: slug } })
                  }
                  nameOf={({ name }) => name}
                  rows={projects}
                />
                {(view.cursor !== "" || nextPageToken !== "") && (
                  <Pager
                    cursor={view.cursor}
                    nextCursor={nextPageToken}
                    onMove={(cursor) => setView({ cursor })}
                  />
                )}
              </>
            )
          }
        </Loaded>
      </Card>
      <CreateProjectDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}
