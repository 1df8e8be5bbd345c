import type { JsonObject } from "@bufbuild/protobuf";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { ReactNode } from "react";
import type { Draft } from "../../app/draft.ts";
import { mergeThree } from "../../app/three-way.ts";
import { Button } from "../../components/button.tsx";
import { ConflictDialog } from "../../components/conflict-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { LastChange } from "../../components/last-change.tsx";
import { common } from "../../strings/common.ts";
import { conflict } from "../../strings/conflict.ts";
import { user as text } from "../../strings/user.ts";
import { prettyClaims } from "./check-claims.ts";
import { useSaveUser } from "./save-user.ts";

type ReviewProps = {
  project: string;
  user: User;
  claims: JsonObject;
  draft: Draft<{ claims: string }>;
  onClose: () => void;
};

/**
 * Shows what saving changes, compared with what is saved now. If somebody else has changed the claims since the typing
 * began, their changes of other keys are kept, and for the same keys the administrator chooses first.
 */
export function ReviewClaims({ project, user, claims: yours, draft, onClose }: ReviewProps): ReactNode {
  const saved = prettyClaims(user.customClaims);
  const base = JSON.parse(draft.base.claims ?? saved) as JsonObject;
  const versions = { base, theirs: user.customClaims ?? {}, yours };
  const { merged, conflicts } = mergeThree(versions);
  const { send, reload, isSaving, failure } = useSaveUser(project, user.id, text.claimsSaved);
  if (conflicts.length > 0)
    return (
      <ConflictDialog
        action={conflict.use}
        answer={(choose) => {
          if (!choose) return onClose();
          const chosen = mergeThree(versions, choose).merged as JsonObject;
          draft.discard();
          draft.change({ claims: prettyClaims(chosen) });
        }}
        changed="claims"
        conflicts={conflicts.map((one) => ({ ...one, label: one.path }))}
      />
    );
  const customClaims = merged as JsonObject;
  const submit = async (): Promise<void> => {
    let latest: User | undefined = user;
    // Another change of the user does not touch what was reviewed; another change of the claims must be seen first.
    while (latest && prettyClaims(latest.customClaims) === saved) {
      const outcome = await send({ customClaims }, latest);
      if (outcome === "saved") {
        draft.discard();
        onClose();
      }
      if (outcome !== "stale") return;
      latest = await reload();
    }
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button isBusy={isSaving} variant="primary" onClick={() => void submit()}>
            {text.claimsSave}
          </Button>
        </>
      }
      description={text.claimsReviewText}
      isOpen
      onClose={onClose}
      title={text.claimsReview}
    >
      <div className="space-y-4">
        {prettyClaims(base) !== saved && (
          <>
            <p className="rounded-lg bg-warn-soft p-3 text-warn-ink" role="status">
              {conflict.merged}
            </p>
            <LastChange changed="claims" />
          </>
        )}
        <DiffView after={prettyClaims(customClaims)} before={saved} label={text.claimsDiff} />
        {failure && <ErrorNotice failure={failure} />}
      </div>
    </Dialog>
  );
}
