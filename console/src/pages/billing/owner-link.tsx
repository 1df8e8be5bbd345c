import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shortId } from "./labels.ts";

/** Whose purchase it is, above the link that covers the row; `nobody` stands for a purchase without an owner. */
export function OwnerLink(props: { project: string; userId: string; nobody: string }): ReactNode {
  const { project, userId, nobody } = props;
  if (userId === "") return <span className="text-muted">{nobody}</span>;
  return (
    <Link
      className="relative z-10 font-mono text-xs underline underline-offset-2 hover:text-accent-ink"
      params={{ project, user: userId }}
      to="/p/$project/users/$user"
    >
      {shortId(userId)}
    </Link>
  );
}
