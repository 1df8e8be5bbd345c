import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Menu, type MenuEntry } from "../../components/menu.tsx";
import { user as text } from "../../strings/user.ts";
import { nameOfUser } from "../users/user-labels.ts";
import { BounceQuestion } from "./bounce-question.tsx";
import { useBounceEntry } from "./use-bounce-entry.ts";
import { usePersonExport } from "./use-person-export.ts";

type Question = "bounce" | "disable" | "revoke" | "remove";
type Props = { project: string; user: User };

/** Everything that is done to the user as a whole. What cannot be undone asks first. */
export function UserActions({ project, user }: Props): ReactNode {
  const [question, ask] = useState<Question>();
  const named = { project, userId: user.id };
  const reset = useAction(UserService.method.sendPasswordReset, { done: () => text.resetSent(user.email) });
  const mailLink = useAction(UserService.method.sendVerificationEmail, {
    done: () => text.verificationSent(user.email),
  });
  const verify = useAction(UserService.method.updateUser, { done: () => text.markedVerified });
  const enable = useAction(UserService.method.enableUser, { done: () => text.enabledDone });
  const personalData = usePersonExport(project, user);
  const keep = useAction(UserService.method.cancelUserDeletion, { done: () => text.keptDone });
  const bounce = useBounceEntry(project, user, () => ask("bounce"));
  const isBusy = [reset, mailLink, verify, enable, keep, bounce, personalData].some(
    ({ isRunning }) => isRunning,
  );

  const ifAddressed: MenuEntry[] = user.email
    ? [{ label: text.sendReset, icon: "key", needs: "support", onSelect: () => void reset.run(named) }]
    : [];
  const ifUnverified: MenuEntry[] =
    user.email && !user.emailVerified
      ? [
          {
            label: text.sendVerification,
            icon: "link",
            needs: "support",
            onSelect: () => void mailLink.run(named),
          },
          {
            label: text.markVerified,
            icon: "check",
            needs: "administrator",
            onSelect: () => void verify.run({ ...named, emailVerified: true, etag: user.etag }),
          },
        ]
      : [];
  const ifScheduled: MenuEntry[] = user.deletionTime
    ? [{ label: text.keep, icon: "check", needs: "support", onSelect: () => void keep.run(named) }]
    : [];
  const entries: MenuEntry[] = [
    ...ifScheduled,
    ...ifAddressed,
    ...ifUnverified,
    ...bounce.entries,
    { label: text.revokeAll, icon: "door", needs: "support", onSelect: () => ask("revoke") },
    { label: text.exportData, icon: "down", needs: "administrator", onSelect: () => void personalData.run() },
    user.disabled
      ? { label: text.enable, icon: "check", needs: "support", onSelect: () => void enable.run(named) }
      : {
          label: text.disable,
          icon: "lock",
          needs: "support",
          onSelect: () => ask("disable"),
          isDangerous: true,
        },
    {
      label: text.remove,
      icon: "trash",
      needs: "administrator",
      onSelect: () => ask("remove"),
      isDangerous: true,
    },
  ];
  const close = (): void => ask(undefined);
  return (
    <>
      <Menu
        entries={entries}
        trigger={
          <Button icon="chevron" isBusy={isBusy}>
            {text.actions}
          </Button>
        }
      />
      {question === "bounce" && <BounceQuestion onClose={close} project={project} user={user} />}
      {question === "disable" && <DisableQuestion onClose={close} project={project} user={user} />}
      {question === "revoke" && <RevokeQuestion onClose={close} project={project} user={user} />}
      {question === "remove" && <RemoveQuestion onClose={close} project={project} user={user} />}
    </>
  );
}

type QuestionProps = Props & { onClose: () => void };

function DisableQuestion({ project, user, onClose }: QuestionProps): ReactNode {
  const disable = useAction(UserService.method.disableUser, {
    done: () => text.disabledDone,
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await disable.run({ project, userId: user.id })) onClose();
  };
  return (
    <ConfirmDialog
      action={text.disable}
      description={text.disableText}
      failure={disable.failure}
      isBusy={disable.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void go()}
      title={text.disableTitle(nameOfUser(user))}
    />
  );
}

function RevokeQuestion({ project, user, onClose }: QuestionProps): ReactNode {
  const revoke = useAction(UserService.method.revokeUserSessions, {
    done: ({ revokedSessions }) => text.revokedAll(revokedSessions),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await revoke.run({ project, userId: user.id })) onClose();
  };
  return (
    <ConfirmDialog
      action={text.revokeAll}
      description={text.revokeAllText}
      failure={revoke.failure}
      isBusy={revoke.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void go()}
      title={text.revokeAllTitle(nameOfUser(user))}
    />
  );
}

function RemoveQuestion({ project, user, onClose }: QuestionProps): ReactNode {
  const navigate = useNavigate();
  const name = nameOfUser(user);
  const remove = useAction(UserService.method.deleteUser, {
    done: ({ activeStoreSubscriptions: { length } }) =>
      length === 0 ? text.removed(name) : `${text.removed(name)} ${text.goesOn(length)}`,
    failures: "inline",
    leave: () => navigate({ to: "/p/$project/users", params: { project }, replace: true }),
  });
  return (
    <ConfirmDialog
      action={text.remove}
      description={text.removeText}
      failure={remove.failure}
      isBusy={remove.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void remove.run({ project, userId: user.id })}
      title={text.removeTitle(name)}
      typed={user.email || user.id}
    />
  );
}
