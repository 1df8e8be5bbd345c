import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isLeavingPage } from "../api/current-admin.ts";
import { common } from "../strings/common.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

/** Asks before what was typed and not saved is lost, by a link, the back button or a reload. */
export function LeaveGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && isElsewhere(current as Place, next as Place),
    enableBeforeUnload: () => isDirty && !isLeavingPage(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      action={common.discard}
      description={common.unsavedText}
      dismiss={common.keepEditing}
      isOpen={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onDiscard();
        blocker.proceed?.();
      }}
      title={common.unsavedTitle}
    />
  );
}

/** Another screen or another tab of it: those take what was typed with them. */
function isElsewhere(from: Place, to: Place): boolean {
  return from.pathname !== to.pathname || from.search.tab !== to.search.tab;
}
