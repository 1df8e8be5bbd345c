import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Card } from "../../components/page.tsx";
import { settings as text } from "../../strings/settings.ts";

export function DangerCard({ project: { name, slug } }: { project: Project }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useAction(ProjectService.method.deleteProject, {
    done: () => text.deleted(name),
    failures: "inline",
  });
  const confirm = async (): Promise<void> => {
    if (await remove.run({ project: slug })) await navigate({ to: "/" });
  };
  return (
    <Card description={text.dangerText} title={text.danger}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="font-medium">{text.deleteTitle}</h3>
          <p className="text-muted">{text.deleteText}</p>
        </div>
        <Button icon="trash" variant="danger" onClick={() => setAsking(true)}>
          {text.delete}
        </Button>
      </div>
      <ConfirmDialog
        action={text.delete}
        description={text.deleteConfirmText}
        failure={remove.failure}
        isBusy={remove.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        onConfirm={() => void confirm()}
        title={text.deleteConfirm(name)}
        typed={slug}
      />
    </Card>
  );
}
