import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Brand } from "../components/brand.tsx";
import { IconButton } from "../components/button.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { common } from "../strings/common.ts";
import { shell } from "../strings/screens.ts";
import { AccountMenu } from "./account-menu.tsx";
import { currentColourScheme, toggleColourScheme } from "./colour-scheme.ts";
import { useProject, useProjectSlug } from "./current-project.ts";
import { documentationUrl } from "./documentation.ts";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { projectScreens, serverScreens } from "./screens.ts";

const LINK =
  "flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink lg:h-7.5";

export function SideNav({ onPalette }: { onPalette: () => void }): ReactNode {
  const project = useProjectSlug();
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <div className="px-1 max-lg:hidden">
        <Brand />
      </div>
      <ProjectSwitcher />
      <button
        className="flex h-9 shrink-0 items-center gap-2.5 rounded-lg border border-line px-2.5 text-muted hover:bg-hover max-lg:hidden lg:h-8"
        onClick={onPalette}
        type="button"
      >
        <Icon name="search" />
        <span className="flex-1 text-left">{common.search}</span>
        <kbd className="font-sans text-xs">Ctrl K</kbd>
      </button>
      <nav
        aria-label={shell.mainNavigation}
        className="-m-1 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-1"
      >
        {project !== "" &&
          projectScreens.map((group) => (
            <Group heading={group.heading} key={group.heading}>
              {group.screens.map(({ to, name, icon }) => (
                <li key={to}>
                  <Link
                    activeOptions={{ includeSearch: false }}
                    className={LINK}
                    params={{ project }}
                    to={to}
                  >
                    <NavLabel icon={icon} name={name} />
                  </Link>
                </li>
              ))}
            </Group>
          ))}
        <ul className={`space-y-0.5 ${project === "" ? "" : "mt-auto border-t border-line pt-2"}`}>
          {serverScreens.map(({ to, name, icon }) => (
            <li key={to}>
              <Link activeOptions={{ exact: true, includeSearch: false }} className={LINK} to={to}>
                <NavLabel icon={icon} name={name} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {project === "" ? <DocumentationLink /> : <ProjectDocumentationLink />}
      <div className="flex shrink-0 items-center gap-1 border-t border-line pt-2">
        <AccountMenu />
        <SchemeToggle />
      </div>
    </div>
  );
}

function ProjectDocumentationLink(): ReactNode {
  const { data } = useProject();
  return <DocumentationLink project={data?.project} />;
}

/** In a tab of its own, so that nothing that was typed here is lost. */
function DocumentationLink({
  project,
}: {
  project?: { slug: string; publishableKey: string } | undefined;
}): ReactNode {
  const { pathname } = useLocation();
  return (
    <a
      className={`${LINK} -mt-2.5 shrink-0`}
      href={documentationUrl(pathname, project)}
      rel="noreferrer"
      target="_blank"
    >
      <NavLabel icon="book" name={shell.documentation} />
      <span className="sr-only">{shell.newTab}</span>
    </a>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <h2 className="mb-1 px-2.5 text-xs font-medium text-muted">{heading}</h2>
      <ul className="space-y-0.5">{children}</ul>
    </div>
  );
}

function NavLabel({ icon, name }: { icon: IconName; name: string }): ReactNode {
  return (
    <>
      <Icon name={icon} />
      {name}
    </>
  );
}

function SchemeToggle(): ReactNode {
  const [scheme, setScheme] = useState(currentColourScheme);
  return (
    <IconButton
      icon={scheme === "dark" ? "sun" : "moon"}
      label={scheme === "dark" ? shell.toLight : shell.toDark}
      onClick={() => setScheme(toggleColourScheme())}
    />
  );
}
