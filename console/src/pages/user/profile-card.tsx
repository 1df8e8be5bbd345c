import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { cardOf, useVersionedForm } from "../../app/versioned-form.ts";
import { SwitchField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { useMay } from "../../components/rights.tsx";
import { user as text } from "../../strings/user.ts";
import { useSaveUser } from "./save-user.ts";

type Profile = Pick<User, "email" | "displayName" | "avatarUrl" | "locale" | "emailVerified">;

function profileOf({ email, displayName, avatarUrl, locale, emailVerified }: User): Profile {
  return { email, displayName, avatarUrl, locale, emailVerified };
}

const LABELS = {
  email: text.email,
  emailVerified: text.isVerified,
  displayName: text.name,
  avatarUrl: text.avatar,
  locale: text.locale,
};

export function ProfileCard({ project, user }: { project: string; user: User }): ReactNode {
  const form = useVersionedForm(user, profileOf, useSaveUser(project, user.id, text.saved), {
    form: `profile ${user.id}`,
    labels: LABELS,
  });
  const { values, change, failure } = form;
  const mayChangeAddress = useMay()("administrator");
  // With a new address it is always said whether that one is verified.
  const submit = () =>
    form.save(({ changed, values: { emailVerified } }) =>
      changed.email === undefined ? changed : { ...changed, emailVerified },
    );
  return (
    <FormCard {...cardOf(form)} needs="support" onSave={() => void submit()} title={text.profile}>
      <TextField
        autoComplete="off"
        disabled={!mayChangeAddress}
        hint={user.email === "" ? text.emailNone : undefined}
        label={text.email}
        onChange={(email) => change({ email })}
        problem={problemOf(failure, "email")}
        type="email"
        value={values.email}
      />
      <SwitchField
        disabled={values.email === "" || !mayChangeAddress}
        hint={text.isVerifiedHint}
        label={text.isVerified}
        onChange={(emailVerified) => change({ emailVerified })}
        value={values.emailVerified}
      />
      <TextField
        autoComplete="off"
        label={text.name}
        onChange={(displayName) => change({ displayName })}
        problem={problemOf(failure, "display_name")}
        value={values.displayName}
      />
      <TextField
        autoComplete="off"
        hint={text.avatarHint}
        label={text.avatar}
        onChange={(avatarUrl) => change({ avatarUrl })}
        placeholder="https://"
        problem={problemOf(failure, "avatar_url")}
        type="url"
        value={values.avatarUrl}
      />
      <TextField
        autoComplete="off"
        hint={text.localeHint}
        label={text.locale}
        onChange={(locale) => change({ locale: locale.trim() })}
        problem={problemOf(failure, "locale")}
        spellCheck={false}
        value={values.locale}
      />
    </FormCard>
  );
}
