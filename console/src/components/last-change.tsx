import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type Event } from "@svc/proto/svc/admin/v1/analytics_pb";
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

/** So many changes are looked at for the one of a field. */
const LOOKED_AT = 20;

/**
 * Who made the last change of what is on the screen, and when, as far as the audit log knows: of one of the fields if it
 * names them.
 */
export function LastChange({
  changed,
  fields = [],
}: {
  changed: Changed;
  fields?: readonly string[];
}): ReactNode {
  const { project = "", user: userId = "" } = useParams({ strict: false });
  const { data } = useQuery(
    AnalyticsService.method.listRecentEvents,
    { project, userId, kinds: [...KINDS[changed]], pageSize: LOOKED_AT },
    { refetchOnMount: "always" },
  );
  const events = data?.events ?? [];
  const last = events.find((event) => isAbout(event, fields)) ?? events[0];
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

/** Events name fields as the contract does, with the way to them: `settings.billing.tiers.pro.name`. */
function isAbout({ data }: Event, fields: readonly string[]): boolean {
  const changes = Array.isArray(data?.changes) ? data.changes : [];
  const ends = fields.map((path) => nameInContract(path.split(".").at(-1) ?? ""));
  return changes.some((change) => {
    const field = typeof change === "object" && change !== null && "field" in change ? change.field : "";
    return ends.includes(String(field).split(".").at(-1) ?? "");
  });
}

function nameInContract(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function nameOf(actor: string): string {
  if (actor.startsWith("admin:")) return actor.slice("admin:".length);
  if (actor.startsWith("user:")) return text.theUser;
  return actor === "backend" ? text.yourBackend : text.theServer;
}
