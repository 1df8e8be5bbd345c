import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { subscriptions as text } from "../../strings/billing.ts";
import { shortId } from "./labels.ts";

/** Says that a list shows one user's purchases only, and clears that filter. */
export function OnlyUser({ userId, onClear }: { userId: string; onClear: () => void }): ReactNode {
  return (
    <Button icon="close" onClick={onClear}>
      {text.onlyUser(shortId(userId))}
    </Button>
  );
}
