import { useQuery } from "@connectrpc/connect-query";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { ReactNode } from "react";
import { roles as text } from "../../strings/roles.ts";

/** The newest projects, as many as one answer has. */
export function useProjectsToChoose(): { projects: readonly Project[]; hasMore: boolean } {
  const { data } = useQuery(ProjectService.method.listProjects, { pageSize: 100 });
  return { projects: data?.projects ?? [], hasMore: (data?.nextPageToken ?? "") !== "" };
}

/** Any number of projects, by their slugs. */
export function ProjectChoice(props: {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  legend: string;
}): ReactNode {
  const { chosen, onChange } = props;
  const { projects, hasMore } = useProjectsToChoose();
  const toggle = (slug: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(slug);
    else next.delete(slug);
    onChange(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{props.legend}</legend>
      <div className="max-h-48 space-y-1 overflow-y-auto rounded-lg border border-line p-2">
        {projects.map(({ id, name, slug }) => (
          <label className="flex min-w-0 items-center gap-2.5" key={id}>
            <input
              checked={chosen.has(slug)}
              className="size-4 shrink-0 accent-accent"
              onChange={({ target }) => toggle(slug, target.checked)}
              type="checkbox"
            />
            <span className="min-w-0 truncate">
              <bdi>{name}</bdi> <span className="text-muted">{slug}</span>
            </span>
          </label>
        ))}
      </div>
      {hasMore && <p className="mt-1.5 text-xs text-muted">{text.moreProjects}</p>}
    </fieldset>
  );
}
