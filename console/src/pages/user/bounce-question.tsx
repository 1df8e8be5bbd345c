import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { user as text } from "../../strings/user.ts";

type QuestionProps = { project: string; user: User; onClose: () => void };

/** Asks before the emails to an address are stopped. */
export function BounceQuestion({ project, user, onClose }: QuestionProps): ReactNode {
  const mark = useAction(UserService.method.markEmailBounced, {
    done: () => text.markedBounced(user.email),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await mark.run({ project, userId: user.id, email: user.email })) onClose();
  };
  return (
    <ConfirmDialog
      action={text.markBounced}
      description={text.markBouncedText}
      failure={mark.failure}
      isBusy={mark.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void go()}
      title={text.markBouncedTitle(user.email)}
    />
  );
}
