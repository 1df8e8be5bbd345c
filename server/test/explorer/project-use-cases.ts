import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { deleteProject } from "../../src/domain/projects/delete-project.ts";
import { regenerateSecretKey } from "../../src/domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { resetSigningKey } from "../../src/domain/signing-keys/reset-signing-key.ts";
import { rotateSigningKey } from "../../src/domain/signing-keys/rotate-signing-key.ts";
import type { UseCase } from "./use-case.ts";

export const projectUseCases: readonly UseCase[] = [
  {
    name: "UpdateProject",
    about: "project",
    async run(app, { project }, side) {
      // Settings that change no answer: a sign-up that is refused, or hidden, would break no promise.
      const settings = { refreshTokenDays: side === "A" ? 10 : 20 };
      await updateProject(app, systemActor, project.slug, { name: `Renamed by ${side}`, settings });
      return undefined;
    },
    acknowledges: { events: ["admin.project_updated"] },
  },
  {
    name: "RegenerateSecretKey",
    about: "project",
    async run(app, { project }) {
      await regenerateSecretKey(app, systemActor, project.slug);
      return undefined;
    },
    acknowledges: { events: ["admin.project_secret_key_regenerated"] },
  },
  {
    name: "RotateSigningKey",
    about: "project",
    async run(app, { project }) {
      await rotateSigningKey(app, systemActor, project.slug, { graceSeconds: 0 });
      return undefined;
    },
    acknowledges: { events: ["admin.project_signing_key_rotated"] },
  },
  {
    name: "ResetSigningKey",
    about: "project",
    async run(app, { project }) {
      await resetSigningKey(app, systemActor, project.slug);
      return undefined;
    },
    acknowledges: { endsSessions: "all", events: ["admin.project_signing_key_reset"] },
  },
  {
    name: "DeleteProject",
    about: "project",
    async run(app, { project }) {
      await deleteProject(app, systemActor, project.slug);
      return undefined;
    },
    acknowledges: { deletesProject: true, events: ["admin.project_deleted"] },
  },
];
