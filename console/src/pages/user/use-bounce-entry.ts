import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useAction } from "../../api/use-action.ts";
import type { MenuEntry } from "../../components/menu.tsx";
import { user as text } from "../../strings/user.ts";

/** The entry of the menu that stops the emails to an address, or sends them again. None without an address. */
export function useBounceEntry(
  project: string,
  { id: userId, email, emailBounces }: User,
  ask: () => void,
): { entries: MenuEntry[]; isRunning: boolean } {
  const clear = useAction(UserService.method.clearEmailBounce, { done: () => text.clearedBounce(email) });
  const send = (): void => void clear.run({ project, userId, email });
  const entry: MenuEntry = emailBounces
    ? { label: text.clearBounce, icon: "check", needs: "support", onSelect: send }
    : { label: text.markBounced, icon: "alert", needs: "support", onSelect: ask };
  return { entries: email ? [entry] : [], isRunning: clear.isRunning };
}
