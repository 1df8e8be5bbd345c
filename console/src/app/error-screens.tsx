import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../components/button.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { Page } from "../components/page.tsx";
import { common } from "../strings/common.ts";

export function MissingScreen({
  title = common.pageMissing,
  text = common.pageMissingText,
}: {
  title?: string;
  text?: string;
}): ReactNode {
  return (
    <DeadEnd
      action={
        <Link className={buttonClass("primary")} to="/">
          {common.backToProjects}
        </Link>
      }
      icon="search"
      title={title}
    >
      {text}
    </DeadEnd>
  );
}

export function CrashScreen({ error }: ErrorComponentProps): ReactNode {
  return (
    <DeadEnd
      action={
        <Button icon="refresh" variant="primary" onClick={() => location.reload()}>
          {common.reload}
        </Button>
      }
      icon="alert"
      title={common.crashed}
    >
      <p>{common.crashedText}</p>
      <p className="mt-2 font-mono text-xs break-words">
        {error instanceof Error ? error.message : String(error)}
      </p>
    </DeadEnd>
  );
}

function DeadEnd(props: {
  title: string;
  icon: IconName;
  action: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Page title={props.title}>
      <div className="space-y-4 text-muted">
        <Icon name={props.icon} size={24} />
        <div>{props.children}</div>
        {props.action}
      </div>
    </Page>
  );
}
