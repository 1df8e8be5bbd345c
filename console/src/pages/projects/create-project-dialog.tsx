import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { common } from "../../strings/common.ts";
import { projects as text } from "../../strings/projects.ts";

type Created = { name: string; slug: string; publishableKey: string; secretKey: string };

/** Asks for a name, then shows the keys once. Closing forgets them and opens the project. */
export function CreateProjectDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean;
  onClose: () => void;
}): ReactNode {
  const [created, setCreated] = useState<Created>();
  const navigate = useNavigate();
  const close = (): void => {
    setCreated(undefined);
    onClose();
    if (created) void navigate({ to: "/p/$project/overview", params: { project: created.slug } });
  };
  return (
    <Dialog
      description={created ? text.keysText : undefined}
      isOpen={isOpen}
      onClose={close}
      title={created ? text.keysTitle(created.name) : text.createTitle}
    >
      {created ? <Keys created={created} /> : <CreateForm onCancel={close} onCreated={setCreated} />}
    </Dialog>
  );
}

function CreateForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (created: Created) => void;
}) {
  const [name, setName] = useState("");
  const [slug, setSlug] = useState("");
  const isSlugNeeded = name.trim() !== "" && !hasLatin(name);
  const create = useAction(ProjectService.method.createProject, {
    done: ({ project }) => text.created(project?.name ?? ""),
    failures: "inline",
  });
  const submit = async (): Promise<void> => {
    const answer = await create.run({ name, slug });
    if (answer?.project) onCreated({ ...answer.project, secretKey: answer.secretKey });
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField autoFocus hint={text.nameHint} label={text.name} onChange={setName} required value={name} />
      <TextField
        autoCapitalize="none"
        hint={isSlugNeeded ? text.slugNeeded : text.slugHint}
        label={text.slug}
        onChange={setSlug}
        required={isSlugNeeded}
        spellCheck={false}
        value={slug}
      />
      {create.failure && <ErrorNotice failure={create.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button isBusy={create.isRunning} variant="primary" type="submit">
          {text.submit}
        </Button>
      </div>
    </form>
  );
}

/** The server makes the short name of these. */
function hasLatin(name: string): boolean {
  return /[a-z0-9]/i.test(name.normalize("NFKD"));
}

function Keys({ created }: { created: Created }): ReactNode {
  return (
    <div className="space-y-4">
      <div>
        <p className="mb-1 text-xs font-medium">{text.publishableKey}</p>
        <div className="flex items-center gap-1 rounded-lg border border-line bg-sunken pl-3">
          <code className="min-w-0 flex-1 py-2 font-mono text-xs break-all">{created.publishableKey}</code>
          <CopyButton isSmall text={created.publishableKey} />
        </div>
      </div>
      <SecretOnce label={text.secretKey} secret={created.secretKey} />
    </div>
  );
}
