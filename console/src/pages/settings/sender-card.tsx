import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { type ReactNode, useId } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { useMay } from "../../components/rights.tsx";
import { mailSender as text } from "../../strings/mail-sender.ts";

const valuesOf = ({ settings }: Project) => ({
  name: settings?.sender?.name ?? "",
  address: settings?.sender?.address ?? "",
  replyTo: settings?.sender?.replyTo ?? "",
});

export function SenderCard({ project }: { project: Project }): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "sender",
    labels: { name: text.name, address: text.address, replyTo: text.replyTo },
  });
  const { values, change, save, failure } = form;
  const isOwner = useMay()("owner");
  const list = useId();
  return (
    <FormCard
      {...cardOf(form)}
      description={text.senderText}
      onSave={() => void save(({ changed }) => ({ settings: { sender: changed } }))}
      title={text.sender}
    >
      {project.senderNotAllowed && (
        <p className="rounded-lg border border-warn/40 bg-warn-soft p-3 text-warn-ink" role="status">
          {text.notAllowed(project.settings?.sender?.address ?? "")}
        </p>
      )}
      <TextField
        hint={text.nameHint}
        label={text.name}
        maxLength={100}
        onChange={(name) => change({ name })}
        problem={problemOf(failure, "settings.sender.name")}
        value={values.name}
      />
      <TextField
        disabled={!isOwner}
        hint={isOwner ? text.addressHint : text.addressOwners}
        label={text.address}
        list={list}
        onChange={(address) => change({ address })}
        problem={problemOf(failure, "settings.sender.address")}
        spellCheck={false}
        type="email"
        value={values.address}
      />
      {isOwner && <AllowedAddresses id={list} />}
      <TextField
        hint={text.replyToHint}
        label={text.replyTo}
        onChange={(replyTo) => change({ replyTo })}
        problem={problemOf(failure, "settings.sender.reply_to")}
        spellCheck={false}
        type="email"
        value={values.replyTo}
      />
    </FormCard>
  );
}

/** What the browser offers while the address is typed. */
function AllowedAddresses({ id }: { id: string }): ReactNode {
  const { data } = useQuery(InstanceSettingsService.method.getInstance, {});
  const offered = (data?.smtp?.allowedSenders ?? []).map((entry) =>
    entry.startsWith("@") ? `no-reply${entry}` : entry,
  );
  return (
    <datalist id={id}>
      {offered.map((address) => (
        <option key={address} value={address} />
      ))}
    </datalist>
  );
}
