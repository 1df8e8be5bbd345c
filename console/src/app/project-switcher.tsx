import { useQuery } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuEntry } from "../components/menu.tsx";
import { shell } from "../strings/screens.ts";
import { useProject, useProjectSlug } from "./current-project.ts";
import { useLimitedRole } from "./own-rights.ts";

/** Shown inside of projects: which one this is, and the way to another. */
export function ProjectSwitcher(): ReactNode {
  const slug = useProjectSlug();
  return slug === "" ? null : <Switcher slug={slug} />;
}

function Switcher({ slug }: { slug: string }): ReactNode {
  const navigate = useNavigate();
  const { data: current } = useProject();
  const name = current?.project?.name ?? slug;
  const role = useLimitedRole();
  const { data: page } = useQuery(ProjectService.method.listProjects, { pageSize: 50 });
  const others = (page?.projects ?? []).map(
    (project): MenuEntry => ({
      label: project.name,
      isChosen: project.slug === slug,
      onSelect: () => void navigate({ to: "/p/$project/overview", params: { project: project.slug } }),
    }),
  );
  const all: MenuEntry = {
    label: shell.allProjects,
    icon: "apps",
    onSelect: () => void navigate({ to: "/" }),
  };
  return (
    <Menu
      entries={[...others, all]}
      heading={shell.switchProject}
      trigger={
        <button
          className="flex h-11 shrink-0 items-center gap-2.5 rounded-lg border border-line bg-canvas px-2 text-left hover:bg-hover"
          type="button"
        >
          <span className="flex size-7 shrink-0 items-center justify-center rounded-md bg-accent-soft text-xs font-semibold text-accent-ink uppercase">
            {initialsOf(name)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate leading-tight font-medium">{name}</span>
            <span className="block truncate text-xs leading-tight text-muted">
              {role ? shell.asRole(slug, role) : slug}
            </span>
          </span>
          <Icon name="chevrons" />
        </button>
      }
    />
  );
}

/** The first letters of two words, or the first two of one. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? "")].slice(0, 2);
  return letters.join("");
}
