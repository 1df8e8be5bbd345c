import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Changed } from "../app/three-way.ts";
import { conflict as text } from "../strings/conflict.ts";
import { RelativeTime } from "./relative-time.tsx";

const KINDS: Readonly<Record<Changed, readonly string[]>> = {
  project: ["admin.project_updated"],
  theme: ["admin.theme_updated", "admin.theme_reset", "admin.theme_restored"],
  wording: ["admin.wording_changed"],
  profile: [
    "user.profile_changed",
    "user.email_changed",
    "user.email_change_undone",
    "user.email_verified",
    "user.email_unverified",
  ],
  claims: ["user.claims_changed"],
};

/** Who made the last change of what is on the screen, and when, as far as the audit log knows. */
export function LastChange({ changed }: { changed: Changed }): ReactNode {
  const { project = "", user: userId = "" } = useParams({ strict: false });
  const { data } = useQuery(
    AnalyticsService.method.listRecentEvents,
    { project, userId, kinds: [...KINDS[changed]], pageSize: 1 },
    { refetchOnMount: "always" },
  );
  const [last] = data?.events ?? [];
  // It has its place before the answer comes, so that nothing moves below a pointer.
  return (
    <p className="min-h-5 text-sm text-muted wrap-anywhere">
      {last && (
        <>
          {text.lastChange[changed]} {nameOf(last.actor)}, <RelativeTime at={last.at} />
        </>
      )}
    </p>
  );
}

function nameOf(actor: string): string {
  if (actor.startsWith("admin:")) return actor.slice("admin:".length);
  if (actor.startsWith("user:")) return text.theUser;
  return actor === "backend" ? text.yourBackend : text.theServer;
}
