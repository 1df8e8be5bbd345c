import { Link, type LinkProps, linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../../components/icon.tsx";
import { Card } from "../../components/page.tsx";
import { overview as text } from "../../strings/overview.ts";

type Step = { name: keyof typeof text.steps; isDone: boolean; link: LinkProps };

/** What is left to do until somebody has signed in for the first time. */
export function ConnectChecklist({ project, hasUsers }: { project: string; hasUsers: boolean }): ReactNode {
  const params = { project };
  const steps: readonly Step[] = [
    { name: "key", isDone: true, link: linkOptions({ to: "/p/$project/keys", params }) },
    // Nobody signs up without it, so a user is the proof.
    { name: "install", isDone: hasUsers, link: linkOptions({ to: "/p/$project/connect", params }) },
    { name: "signUp", isDone: hasUsers, link: linkOptions({ to: "/p/$project/users", params }) },
    {
      name: "signIn",
      isDone: false,
      link: linkOptions({ to: "/p/$project/connect", params, hash: "verify" }),
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card description={text.checklistText} isFlush title={text.checklist}>
      <ol className="divide-y divide-line">
        {steps.map(({ name, isDone, link }, index) => (
          <li className="flex items-center gap-3 px-4 py-3" key={name}>
            <Mark isDone={isDone} isNext={index === next} place={index + 1} />
            <div className="min-w-0 flex-1">
              <p className={`font-medium ${isDone ? "text-muted line-through" : ""}`}>
                {text.steps[name].title}
                <span className="sr-only">, {isDone ? text.done : text.open}</span>
              </p>
              {!isDone && <p className="text-xs text-muted">{text.steps[name].text}</p>}
            </div>
            <Link
              {...link}
              className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-accent-ink hover:underline"
            >
              {text.steps[name].link}
              <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Mark({ isDone, isNext, place }: { isDone: boolean; isNext: boolean; place: number }): ReactNode {
  if (isDone) {
    return (
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-ok-soft text-ok-ink">
        <Icon name="check" size={14} />
      </span>
    );
  }
  const colours = isNext ? "bg-accent text-on-accent" : "border border-line-strong/50 text-muted";
  return (
    <span
      aria-hidden="true"
      className={`flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold ${colours}`}
    >
      {place}
    </span>
  );
}
