import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { CountUsersResponse } from "@svc/proto/svc/admin/v1/users_pb";
import { linkOptions } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable, Pager } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../components/rights.tsx";
import { screenNames } from "../../strings/screens.ts";
import { bulk, users as text } from "../../strings/users.ts";
import type { BulkAction, Chosen } from "./use-bulk.ts";
import type { UserView } from "./user-filters.tsx";
import { withoutDirectionMarks } from "./user-labels.ts";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));
const JobDialog = lazy(async () => ({ default: (await import("./job-dialog.tsx")).JobDialog }));

type UserTableProps = {
  project: string;
  users: readonly User[];
  columns: readonly Column<User>[];
  view: UserView;
  isFiltered: boolean;
  /** How many match; undefined until they are counted. */
  count: CountUsersResponse | undefined;
  /** How many users are on the pages before. */
  before: number;
  cursor: string;
  nextCursor: string;
  onMove: (cursor: string) => void;
  previous: { isKnown: boolean; onMove: () => void };
  onJob: (jobId: string) => void;
};

export function UserTable(props: UserTableProps): ReactNode {
  const { project, users, columns, view, count, isFiltered, before, onJob, ...pager } = props;
  const [keys, choose] = useState<ReadonlySet<string>>(new Set());
  const [areAllChosen, chooseAll] = useState(false);
  const [asked, ask] = useState<BulkAction>();
  const chosen = users.filter(({ id }) => keys.has(id)).map((user) => ({ id: user.id, name: callOf(user) }));
  const clear = (): void => {
    choose(new Set());
    chooseAll(false);
  };
  const people = count && peopleOf(count);
  const may = useMay();
  const selection = {
    keys: new Set(chosen.map(({ id }) => id)),
    onChange: (keys: ReadonlySet<string>) => {
      choose(keys);
      chooseAll(false);
    },
    label: areAllChosen && count ? allText(count, "allSelected") : undefined,
  };
  return (
    <>
      {users.length === 0 ? (
        <NobodyHere isFiltered={isFiltered} isEnd={pager.nextCursor === ""} />
      ) : (
        <DataTable
          bulkActions={<BulkButtons onPress={ask} />}
          columns={columns}
          keyOf={({ id }) => id}
          label={screenNames.users}
          linkOf={({ id }) => linkOptions({ to: "/p/$project/users/$user", params: { project, user: id } })}
          nameOf={callOf}
          rows={users}
          {...(may("support") && { selection })}
          selectionNote={
            people &&
            !areAllChosen &&
            chosen.length === users.length &&
            count.users > users.length && (
              <button className="underline" onClick={() => chooseAll(true)} type="button">
                {allText(count, "selectMatching")}
              </button>
            )
          }
        />
      )}
      {(users.length > 0 || pager.cursor !== "" || pager.nextCursor !== "") && (
        <Pager {...pager} note={noteOf(before, users.length, people)} />
      )}
      {asked && (
        <Suspense>
          <Asked
            action={asked}
            chosen={chosen}
            onClose={(isDone, jobId) => {
              ask(undefined);
              if (isDone) clear();
              if (jobId !== undefined) onJob(jobId);
            }}
            areMany={count?.more === true}
            people={areAllChosen ? people : undefined}
            project={project}
            view={view}
          />
        </Suspense>
      )}
    </>
  );
}

/** Calls for the users who are chosen one by one, or a job for all who match. */
function Asked(props: {
  project: string;
  action: BulkAction;
  view: UserView;
  chosen: readonly Chosen[];
  /** All who match, in words; undefined when only some were chosen. */
  people: string | undefined;
  areMany: boolean;
  onClose: (isDone: boolean, jobId?: string) => void;
}): ReactNode {
  const { project, action, view, chosen, people, areMany, onClose } = props;
  if (people === undefined) {
    return <BulkDialog action={action} onClose={onClose} project={project} users={chosen} />;
  }
  return (
    <JobDialog
      action={action}
      areMany={areMany}
      onClose={(jobId) => onClose(jobId !== undefined, jobId)}
      people={people}
      project={project}
      view={view}
    />
  );
}

/** "624 users", "more than 10,000 users" */
function peopleOf({ users, more }: CountUsersResponse): string {
  return more ? `${text.moreThan(users)} users` : bulk.people(users);
}

/** Of too many to be counted, the number is not part of the sentence. */
function allText(count: CountUsersResponse, name: "allSelected" | "selectMatching"): string {
  return count.more ? text[`${name}Many`](text.moreThan(count.users)) : text[name](peopleOf(count));
}

function noteOf(before: number, shown: number, people: string | undefined): string {
  if (shown === 0) return people ?? "";
  return text.range(before + 1, before + shown) + (people ? text.of(people) : "");
}

function NobodyHere({ isFiltered, isEnd }: { isFiltered: boolean; isEnd: boolean }): ReactNode {
  if (!isEnd) {
    return (
      <EmptyState icon="users" title={text.noMatchYetTitle}>
        {text.noMatchYetText}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="users" title={isFiltered ? text.noMatchTitle : text.emptyTitle}>
      {isFiltered ? text.noMatchText : text.emptyText}
    </EmptyState>
  );
}

/** Names repeat; the address tells people apart where there is one. */
function callOf(user: User): string {
  return user.email || withoutDirectionMarks(user.displayName) || `${text.guest} ${user.id.slice(-12)}`;
}

const BULK: readonly BulkAction[] = ["disable", "enable", "revoke", "remove"];

function BulkButtons({ onPress }: { onPress: (action: BulkAction) => void }): ReactNode {
  return BULK.map((action) => (
    <Button
      key={action}
      needs={action === "remove" ? "administrator" : "support"}
      variant={action === "remove" ? "danger" : "secondary"}
      onClick={() => onPress(action)}
    >
      {bulk.actions[action].button}
    </Button>
  ));
}
