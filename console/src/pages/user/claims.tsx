import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useDraft } from "../../app/draft.ts";
import { TextAreaField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { user as text } from "../../strings/user.ts";
import { checkClaims, MAX_CLAIM_BYTES, prettyClaims } from "./check-claims.ts";
import { TokenPreview } from "./token-preview.tsx";

type Values = { claims: string };

const ReviewClaims = lazy(async () => ({ default: (await import("./review-claims.tsx")).ReviewClaims }));

/** The claims as text, and what they make of the next token. Nothing is saved before it was shown what changes. */
export function Claims({ project, user }: { project: string; user: User }): ReactNode {
  const saved = prettyClaims(user.customClaims);
  const draft = useDraft<Values>({ claims: saved }, { form: `claims ${user.id}` });
  const [isReviewing, setReviewing] = useState(false);
  const typed = draft.values.claims;
  const { claims, problem, bytes } = checkClaims(typed);
  const isDirty = claims === undefined ? typed !== saved : prettyClaims(claims) !== saved;
  return (
    <>
      <FormCard
        description={text.claimsText}
        failure={undefined}
        isDirty={isDirty}
        isRestored={draft.isRestored}
        isSaving={false}
        onDiscard={draft.discard}
        onSave={() => setReviewing(claims !== undefined)}
        title={text.claims}
      >
        <TextAreaField
          autoComplete="off"
          hint={text.claimsSize(bytes, MAX_CLAIM_BYTES)}
          isCode
          label={text.claimsField}
          onChange={(claims) => draft.change({ claims })}
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
        <Suspense>
          <ReviewClaims
            claims={claims}
            draft={draft}
            onClose={() => setReviewing(false)}
            project={project}
            user={user}
          />
        </Suspense>
      )}
    </>
  );
}
