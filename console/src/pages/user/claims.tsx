import type { JsonObject } from "@bufbuild/protobuf";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextAreaField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { common } from "../../strings/common.ts";
import { user as text } from "../../strings/user.ts";
import { checkClaims, MAX_CLAIM_BYTES, prettyClaims } from "./check-claims.ts";
import { TokenPreview } from "./token-preview.tsx";

/** The claims as text, and what they make of the next token. Nothing is saved before it was shown what changes. */
export function Claims({ project, user }: { project: string; user: User }): ReactNode {
  const saved = prettyClaims(user.customClaims);
  const [draft, setDraft] = useState<string>();
  const [isReviewing, setReviewing] = useState(false);
  const typed = draft ?? saved;
  const { claims, problem, bytes } = checkClaims(typed);
  const isDirty = claims === undefined ? typed !== saved : prettyClaims(claims) !== saved;
  return (
    <>
      <FormCard
        description={text.claimsText}
        failure={undefined}
        isDirty={isDirty}
        isSaving={false}
        onDiscard={() => setDraft(undefined)}
        onSave={() => setReviewing(claims !== undefined)}
        title={text.claims}
      >
        <TextAreaField
          autoComplete="off"
          hint={text.claimsSize(bytes, MAX_CLAIM_BYTES)}
          isCode
          label={text.claimsField}
          onChange={setDraft}
          problem={problem}
          rows={Math.min(20, Math.max(6, typed.split("\n").length))}
          value={typed}
        />
      </FormCard>
      <TokenPreview
        claims={claims ?? user.customClaims ?? {}}
        isDraft={isDirty && claims !== undefined}
        user={user}
      />
      {isReviewing && claims && (
        <Review
          before={saved}
          claims={claims}
          onClose={() => setReviewing(false)}
          onSaved={() => {
            setReviewing(false);
            setDraft(undefined);
          }}
          project={project}
          userId={user.id}
        />
      )}
    </>
  );
}

function Review(props: {
  project: string;
  userId: string;
  before: string;
  claims: JsonObject;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  const { project, userId, claims: customClaims } = props;
  const save = useAction(UserService.method.updateUser, { done: () => text.claimsSaved, failures: "inline" });
  const submit = async (): Promise<void> => {
    if (await save.run({ project, userId, customClaims })) props.onSaved();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={props.onClose}>{common.cancel}</Button>
          <Button isBusy={save.isRunning} variant="primary" onClick={() => void submit()}>
            {text.claimsSave}
          </Button>
        </>
      }
      description={text.claimsReviewText}
      isOpen
      onClose={props.onClose}
      title={text.claimsReview}
    >
      <div className="space-y-4">
        <DiffView after={prettyClaims(customClaims)} before={props.before} label={text.claimsDiff} />
        {save.failure && <ErrorNotice failure={save.failure} />}
      </div>
    </Dialog>
  );
}
