import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { SwitchField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { useMay } from "../../components/rights.tsx";
import { user as text } from "../../strings/user.ts";

type Profile = Pick<User, "email" | "displayName" | "avatarUrl" | "emailVerified">;

export function ProfileCard({ project, user }: { project: string; user: User }): ReactNode {
  const [draft, setDraft] = useState<Partial<Profile>>({});
  const save = useAction(UserService.method.updateUser, { done: () => text.saved, failures: "inline" });
  const mayChangeAddress = useMay()("administrator");
  const shown: Profile = { ...user, ...draft };
  const changes = changesOf(user, shown);
  const set = (change: Partial<Profile>): void => setDraft({ ...draft, ...change });
  const submit = async (): Promise<void> => {
    if (await save.run({ project, userId: user.id, ...changes })) setDraft({});
  };
  const problem = (field: string): string | undefined =>
    save.failure?.field === field ? save.failure.text : undefined;
  return (
    <FormCard
      failure={save.failure}
      isDirty={Object.keys(changes).length > 0}
      isSaving={save.isRunning}
      onDiscard={() => {
        setDraft({});
        save.reset();
      }}
      needs="support"
      onSave={() => void submit()}
      title={text.profile}
    >
      <TextField
        autoComplete="off"
        disabled={!mayChangeAddress}
        hint={user.email === "" ? text.emailNone : undefined}
        label={text.email}
        onChange={(email) => set({ email })}
        problem={problem("email")}
        type="email"
        value={shown.email}
      />
      <SwitchField
        disabled={shown.email === "" || !mayChangeAddress}
        hint={text.isVerifiedHint}
        label={text.isVerified}
        onChange={(emailVerified) => set({ emailVerified })}
        value={shown.emailVerified}
      />
      <TextField
        autoComplete="off"
        label={text.name}
        onChange={(displayName) => set({ displayName })}
        problem={problem("display_name")}
        value={shown.displayName}
      />
      <TextField
        autoComplete="off"
        hint={text.avatarHint}
        label={text.avatar}
        onChange={(avatarUrl) => set({ avatarUrl })}
        placeholder="https://"
        problem={problem("avatar_url")}
        type="url"
        value={shown.avatarUrl}
      />
    </FormCard>
  );
}

/** Only what differs. With a new address it is always said whether that one is verified. */
function changesOf(user: Profile, shown: Profile): Partial<Profile> {
  const isMoved = shown.email !== user.email;
  return {
    ...(isMoved && { email: shown.email }),
    ...((isMoved || shown.emailVerified !== user.emailVerified) && { emailVerified: shown.emailVerified }),
    ...(shown.displayName !== user.displayName && { displayName: shown.displayName }),
    ...(shown.avatarUrl !== user.avatarUrl && { avatarUrl: shown.avatarUrl }),
  };
}
