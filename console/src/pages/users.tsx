import { lazy, type ReactNode, Suspense, useState } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useRequestedAction } from "../app/requested-action.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Menu } from "../components/menu.tsx";
import { Card, Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { users as text } from "../strings/users.ts";
import { JobBanner } from "./users/job-banner.tsx";
import { pageTrail } from "./users/page-trail.ts";
import { SavedFilters } from "./users/saved-filters.tsx";
import { ColumnsMenu, userColumns, useShownColumns } from "./users/user-columns.tsx";
import { useUserCount } from "./users/user-count.ts";
import { filtersOf, noFilters, orderOf, UserFilterBar, type UserView } from "./users/user-filters.tsx";
import { useUserPage } from "./users/user-page.ts";
import { UserTable } from "./users/user-table.tsx";

/** Dialogs are loaded when they are opened. */
const CreateUserDialog = lazy(async () => ({
  default: (await import("./users/create-user-dialog.tsx")).CreateUserDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import("./users/import-dialog.tsx")).ImportDialog,
}));
const ExportDialogs = lazy(async () => ({
  default: (await import("./users/export-dialogs.tsx")).ExportDialogs,
}));

const PAGE_SIZE = 50;

export function UsersPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState({ ...noFilters, sort: "", cursor: "", page: "" });
  const [shown, setShown] = useShownColumns();
  const [watched, watch] = useState("");
  const list = { project, query: view.q, filters: filtersOf(view) };
  const count = useUserCount(list);
  const query = useUserPage({
    ...list,
    pageSize: PAGE_SIZE,
    pageToken: view.cursor,
    orderBy: orderOf(view.sort),
  });
  const restart = (change: Partial<UserView>): void => setView({ ...change, cursor: "", page: "" });
  return (
    <Page actions={<UserActions view={view} />} description={text.description} title={screenNames.users}>
      <JobBanner onWatch={watch} project={project} watched={watched} />
      <Card isFlush>
        <UserFilterBar onChange={restart} view={view}>
          <SavedFilters onApply={restart} project={project} view={view} />
          <div className="max-md:hidden">
            <ColumnsMenu onChange={setShown} shown={shown} />
          </div>
        </UserFilterBar>
        <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : ""}>
          <Loaded query={query}>
            {({ users, nextPageToken }) => (
              <UserTable
                {...pagerOf(project, view, setView)}
                columns={userColumns(shown, view.sort, (sort) => restart({ sort }))}
                count={count}
                isFiltered={Object.keys(noFilters).some(
                  (name) => view[name as keyof typeof noFilters] !== "",
                )}
                // Another list: nobody in it is chosen yet.
                key={JSON.stringify(view)}
                nextCursor={nextPageToken}
                onJob={watch}
                project={project}
                users={users}
                view={view}
              />
            )}
          </Loaded>
        </div>
      </Card>
    </Page>
  );
}

type PagedView = UserView & { cursor: string; page: string };

/** Where in the list the page is, and the ways from it. */
function pagerOf(project: string, view: PagedView, setView: (change: Partial<PagedView>) => void) {
  const { cursor, page, ...list } = view;
  const trail = pageTrail(JSON.stringify([project, list]), Math.max(1, Math.trunc(Number(page)) || 1));
  return {
    before: (trail.page - 1) * PAGE_SIZE,
    cursor,
    onMove: (next: string) => {
      if (next !== "") trail.remember(next);
      setView({ cursor: next, page: next === "" ? "" : String(trail.page + 1) });
    },
    previous: {
      isKnown: trail.previous !== undefined,
      onMove: () =>
        setView({ cursor: trail.previous ?? "", page: trail.page <= 2 ? "" : String(trail.page - 1) }),
    },
  };
}

type Opened = "create" | "import" | "export" | "csv";

/** What makes users, or takes all of them elsewhere. */
function UserActions({ view }: { view: UserView }): ReactNode {
  const project = useProjectSlug();
  const [open, setOpen] = useState<Opened>();
  useRequestedAction("create-user", () => setOpen("create"));
  useRequestedAction("import-users", () => setOpen("import"));
  useRequestedAction("export-users", () => setOpen("export"));
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu
        entries={[
          { label: text.importEntry, icon: "up", needs: "administrator", onSelect: () => setOpen("import") },
          {
            label: text.exportEntry,
            icon: "down",
            needs: "administrator",
            onSelect: () => setOpen("export"),
          },
          { label: text.csvEntry, icon: "down", needs: "administrator", onSelect: () => setOpen("csv") },
        ]}
        trigger={<Button icon="chevron">{text.transfer}</Button>}
      />
      <Button needs="administrator" icon="plus" variant="primary" onClick={() => setOpen("create")}>
        {text.create}
      </Button>
      <Suspense>
        {open === "create" && <CreateUserDialog isOpen onClose={close} />}
        {open === "import" && <ImportDialog onClose={close} project={project} />}
        {(open === "export" || open === "csv") && (
          <ExportDialogs format={open} onClose={close} project={project} view={view} />
        )}
      </Suspense>
    </>
  );
}
