import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ownerName } from "./labels.ts";

export type Owned = { userId: string; userEmail: string; userDisplayName: string };

/** Whose purchase it is, above the link that covers the row; `nobody` stands for a purchase without an owner. */
export function OwnerLink(props: { project: string; owned: Owned; nobody: string }): ReactNode {
  const { project, owned, nobody } = props;
  if (owned.userId === "") return <span className="text-muted">{nobody}</span>;
  return (
    <Link
      className="relative z-10 block max-w-[14rem] truncate underline underline-offset-2 hover:text-accent-ink"
      params={{ project, user: owned.userId }}
      to="/p/$project/users/$user"
    >
      <bdi>{ownerName(owned)}</bdi>
    </Link>
  );
}

/** The same in a line of its own on a phone, which has no column for it. */
export function OwnerLine({ owned }: { owned: Owned }): ReactNode {
  if (owned.userId === "") return null;
  return (
    <span className="block truncate text-xs font-normal text-muted md:hidden">
      <bdi>{ownerName(owned)}</bdi>
    </span>
  );
}
