import { lazy, type ReactNode, Suspense, useState } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Menu } from "../components/menu.tsx";
import { Card, Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { users as text } from "../strings/users.ts";
import { CreateUserDialog } from "./users/create-user-dialog.tsx";
import { ExportDialog } from "./users/export-dialog.tsx";
import { filtersOf, noFilters, orderOf, UserFilterBar } from "./users/user-filters.tsx";
import { useUserPage } from "./users/user-page.ts";
import { UserTable } from "./users/user-table.tsx";

const ImportDialog = lazy(async () => ({
  default: (await import("./users/import-dialog.tsx")).ImportDialog,
}));

const PAGE_SIZE = 50;

export function UsersPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState({ ...noFilters, sort: "", cursor: "" });
  const query = useUserPage({
    project,
    query: view.q,
    pageSize: PAGE_SIZE,
    pageToken: view.cursor,
    filters: filtersOf(view),
    orderBy: orderOf(view.sort),
  });
  return (
    <Page actions={<UserActions />} description={text.description} title={screenNames.users}>
      <Card isFlush>
        <UserFilterBar onChange={(change) => setView({ ...change, cursor: "" })} view={view} />
        <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : ""}>
          <Loaded query={query}>
            {({ users, nextPageToken }) => (
              <UserTable
                cursor={view.cursor}
                isFiltered={Object.keys(noFilters).some(
                  (name) => view[name as keyof typeof noFilters] !== "",
                )}
                // Another list: nobody in it is chosen yet.
                key={JSON.stringify(view)}
                nextCursor={nextPageToken}
                onMove={(cursor) => setView({ cursor })}
                project={project}
                sort={view.sort}
                users={users}
              />
            )}
          </Loaded>
        </div>
      </Card>
    </Page>
  );
}

/** What makes users, or takes all of them elsewhere. */
function UserActions(): ReactNode {
  const project = useProjectSlug();
  const [open, setOpen] = useState<"create" | "import" | "export">();
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
        ]}
        trigger={<Button icon="chevron">{text.transfer}</Button>}
      />
      <Button needs="administrator" icon="plus" variant="primary" onClick={() => setOpen("create")}>
        {text.create}
      </Button>
      <CreateUserDialog isOpen={open === "create"} onClose={close} />
      <Suspense>{open === "import" && <ImportDialog onClose={close} project={project} />}</Suspense>
      {open === "export" && <ExportDialog onClose={close} project={project} />}
    </>
  );
}
