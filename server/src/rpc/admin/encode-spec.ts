import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ApplyProjectSpecResponseSchema,
  SpecChangeKind,
  type SpecChangeSchema,
} from "@svc/proto/svc/admin/v1/project_spec_pb";
import type { App } from "../../app.ts";
import type { AppliedSpec } from "../../domain/project-specs/apply-spec.ts";
import type { SpecChange } from "../../domain/project-specs/spec-change.ts";
import { encodeImpact } from "./encode-impact.ts";
import { encodeOneProject } from "./encode-project.ts";

export async function encodeAppliedSpec(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db">,
  { plan, isNew, project, impacts, secretKey = "", etag }: AppliedSpec,
): Promise<MessageInitShape<typeof ApplyProjectSpecResponseSchema>> {
  return {
    created: isNew,
    changes: plan.changes.map(encodeChange),
    warnings: plan.warnings,
    ...(project && { project: await encodeOneProject(app, project) }),
    secretKey,
    rewrittenSecrets: pathsOf(plan.changes, "secret_rewritten"),
    turnedOffByOmission: pathsOf(plan.changes, "turned_off").length,
    merged: plan.isMerged,
    catalogImpacts: impacts.map(encodeImpact),
    etag,
  };
}

function pathsOf(changes: readonly SpecChange[], wanted: SpecChange["kind"]): string[] {
  return changes.flatMap(({ path, kind }) => (kind === wanted ? [path] : []));
}

const KINDS = {
  set: SpecChangeKind.SET,
  turned_off: SpecChangeKind.TURNED_OFF,
  reset: SpecChangeKind.RESET,
  secret_rewritten: SpecChangeKind.SECRET_REWRITTEN,
} as const satisfies Record<SpecChange["kind"], SpecChangeKind>;

function encodeChange({
  path,
  kind,
  oldValue,
  newValue,
}: SpecChange): MessageInitShape<typeof SpecChangeSchema> {
  return { path, kind: KINDS[kind], oldValue: encodeValue(oldValue), newValue: encodeValue(newValue) };
}

function encodeValue(value: SpecChange["oldValue"]): string {
  return value === undefined ? "" : JSON.stringify(value);
}
