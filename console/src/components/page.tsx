import type { ReactNode } from "react";
import { useProjectName } from "../app/current-project.ts";
import { common } from "../strings/common.ts";

/** The frame of every screen: its title, in the window too, what it is for, and its main actions. */
export function Page({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="mx-auto w-full max-w-6xl space-y-5 px-4 py-5 sm:px-8 sm:py-7">
      <title>{[title, useProjectName(), common.product].filter(Boolean).join(" · ")}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <h1 className="text-xl font-semibold tracking-tight text-balance break-words">
            <bdi>{title}</bdi>
          </h1>
          {description && <div className="max-w-2xl text-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A bordered part of a screen, with a heading unless the title of the page says it already. */
export function Card({
  id,
  title,
  description,
  actions,
  children,
  isFlush = false,
}: {
  /** For a SectionNav. */
  id?: string;
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without padding, for tables. */
  isFlush?: boolean;
}): ReactNode {
  return (
    <section
      className="scroll-mt-18 overflow-clip rounded-xl border border-line bg-surface shadow-card lg:scroll-mt-5"
      id={id}
    >
      {title && (
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {description && <p className="text-xs text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={isFlush ? "" : "space-y-5 p-4"}>{children}</div>
    </section>
  );
}
