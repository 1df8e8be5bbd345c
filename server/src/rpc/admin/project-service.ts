import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { checkApple } from "../../domain/oauth/check-apple.ts";
import { checkGoogle } from "../../domain/oauth/check-google.ts";
import { checkPasskeys } from "../../domain/passkeys/check-passkeys.ts";
import { applySpec } from "../../domain/project-specs/apply-spec.ts";
import { getProjectSpec } from "../../domain/project-specs/dump-spec.ts";
import { createProject } from "../../domain/projects/create-project.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import { endOldSecretKey } from "../../domain/projects/end-old-secret-key.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { listProjects } from "../../domain/projects/list-projects.ts";
import { getProject } from "../../domain/projects/project-details.ts";
import { regenerateSecretKey } from "../../domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { getProjectKeys } from "../../domain/signing-keys/project-keys.ts";
import { resetSigningKey } from "../../domain/signing-keys/reset-signing-key.ts";
import { rotateSigningKey } from "../../domain/signing-keys/rotate-signing-key.ts";
import { adminActor } from "../context.ts";
import type { AdminProjectHandlers } from "../methods/admin-projects.ts";
import { decodeProjectUpdate } from "./decode-project.ts";
import { encodeOneProject, encodeProjects } from "./encode-project.ts";
import { decodeProvider, encodeProviderCheck } from "./encode-provider-check.ts";
import { encodeSigningKeys } from "./encode-signing-keys.ts";
import { encodeAppliedSpec } from "./encode-spec.ts";

/** Each tries the stored settings at the provider and changes nothing, here or there. */
const PROVIDER_CHECKS = { google: checkGoogle, apple: checkApple };

export function projectService(app: App): AdminProjectHandlers {
  return { ...projectHandlers(app), ...keyHandlers(app), ...specHandlers(app) };
}

function projectHandlers(app: App): AdminProjectHandlers {
  return {
    async createProject(request, context) {
      const { project, secretKey } = await createProject(app, adminActor(context), request);
      return { project: await encodeOneProject(app, project), secretKey };
    },

    async getProject(request) {
      return { project: await encodeOneProject(app, await getProject(app, request.project)) };
    },

    async listProjects(request, { adminCredential }) {
      const page = await listProjects(app, request, adminCredential.rights);
      return {
        projects: await encodeProjects(app, page.items),
        nextPageToken: page.nextPageToken,
      };
    },

    async updateProject(request, context) {
      const update = decodeProjectUpdate(request);
      const project = await updateProject(app, adminActor(context), request.project, update);
      return { project: await encodeOneProject(app, project), changedFields: project.changedFields };
    },

    async deleteProject(request, context) {
      await deleteProject(app, adminActor(context), request.project);
      return {};
    },
  };
}

function keyHandlers(app: App): AdminProjectHandlers {
  return {
    async regenerateSecretKey(request, context) {
      const { project, keepOldForSeconds } = request;
      const made = await regenerateSecretKey(app, adminActor(context), project, keepOldForSeconds);
      const { secretKey, oldKeyUntil } = made;
      return {
        secretKey,
        ...(oldKeyUntil !== undefined && { oldKeyExpiresAt: timestampFromMs(oldKeyUntil) }),
      };
    },

    async endOldSecretKey(request, context) {
      await endOldSecretKey(app, adminActor(context), request.project);
      return {};
    },

    async getSigningKey(request) {
      return { keys: encodeSigningKeys(await getProjectKeys(app, request.project)) };
    },

    async rotateSigningKey(request, context) {
      const keys = await rotateSigningKey(app, adminActor(context), request.project, request);
      return { keys: encodeSigningKeys(keys) };
    },

    async resetSigningKey(request, context) {
      const { keys, revokedSessions } = await resetSigningKey(app, adminActor(context), request.project);
      return { keys: encodeSigningKeys(keys), revokedSessions };
    },
  };
}

function specHandlers(app: App): AdminProjectHandlers {
  return {
    async getProjectSpec(request) {
      return getProjectSpec(app, request.project);
    },

    async applyProjectSpec(request, context) {
      return encodeAppliedSpec(app, await applySpec(app, adminActor(context), request));
    },

    async checkSignInProvider(request) {
      const check = PROVIDER_CHECKS[decodeProvider(request.provider)];
      const checks = await check(app, await getProject(app, request.project));
      return { checks: checks.map(encodeProviderCheck) };
    },

    async checkPasskeys(request) {
      const checks = await checkPasskeys(app, await requireProjectNamed(app, request.project));
      return { checks: checks.map(encodeProviderCheck) };
    },
  };
}
