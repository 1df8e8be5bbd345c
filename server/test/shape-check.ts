import { createRegistry, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { file_svc_admin_v1_admin_accounts } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { file_svc_admin_v1_analytics } from "@svc/proto/svc/admin/v1/analytics_pb";
import { file_svc_admin_v1_billing } from "@svc/proto/svc/admin/v1/billing_pb";
import { file_svc_admin_v1_instance } from "@svc/proto/svc/admin/v1/instance_pb";
import { file_svc_admin_v1_project_spec } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { file_svc_admin_v1_projects } from "@svc/proto/svc/admin/v1/projects_pb";
import { file_svc_admin_v1_push } from "@svc/proto/svc/admin/v1/push_pb";
import { file_svc_admin_v1_session } from "@svc/proto/svc/admin/v1/session_pb";
import { file_svc_admin_v1_signing_key } from "@svc/proto/svc/admin/v1/signing_key_pb";
import { file_svc_admin_v1_themes } from "@svc/proto/svc/admin/v1/themes_pb";
import { file_svc_admin_v1_users } from "@svc/proto/svc/admin/v1/users_pb";
import { file_svc_admin_v1_wording } from "@svc/proto/svc/admin/v1/wording_pb";
import { expect } from "vitest";
import { type CommandSpec, splitUsage } from "../../cli/src/command.ts";
import { commands } from "../../cli/src/commands.ts";
import type { Cli } from "../../cli/test/cli-runner.ts";

const messages = createRegistry(
  file_svc_admin_v1_admin_accounts,
  file_svc_admin_v1_analytics,
  file_svc_admin_v1_billing,
  file_svc_admin_v1_instance,
  file_svc_admin_v1_project_spec,
  file_svc_admin_v1_projects,
  file_svc_admin_v1_push,
  file_svc_admin_v1_session,
  file_svc_admin_v1_signing_key,
  file_svc_admin_v1_themes,
  file_svc_admin_v1_users,
  file_svc_admin_v1_wording,
);

/** Runs commands with --json and holds what they print against the shape that the table of commands promises. */
export class ShapeCheck {
  readonly #run = new Set<string>();

  async json(cli: Cli, ...args: string[]): Promise<Record<string, JsonValue>> {
    const answer = (await cli.json(...args)) as Record<string, JsonValue>;
    const { usage, json: shape = "" } = specOf(args);
    const message = messages.getMessage(`svc.admin.v1.${shape}`);
    if (message) fromJson(message, answer, { ignoreUnknownFields: false });
    else expect(Object.keys(answer)).toEqual(keysOf(shape));
    this.#run.add(usage);
    return answer;
  }

  /** The commands that were not run yet. */
  missing(rows: readonly CommandSpec[]): string[] {
    return rows.map(({ usage }) => usage).filter((usage) => !this.#run.has(usage));
  }
}

function specOf(args: readonly string[]): CommandSpec {
  const line = args.join(" ");
  const spec = commands.find(({ usage }) => `${line} `.startsWith(`${splitUsage(usage).path.join(" ")} `));
  if (spec === undefined) throw new Error(`no command: ${line}`);
  return spec;
}

/** The outer keys of `{"contexts": [{"name", "url"}]}`. */
function keysOf(shape: string): string[] {
  return [...shape.replace(/\[.*\]/, "").matchAll(/"(\w+)"/g)].flatMap(([, key]) => key ?? []);
}
