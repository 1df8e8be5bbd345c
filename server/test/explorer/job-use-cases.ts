import { deleteStaleGuests } from "../../src/domain/guests/delete-stale-guests.ts";
import { cleanUp } from "../../src/domain/instance/clean-up.ts";
import { deliverDueMail } from "../../src/domain/mail/deliver-mail.ts";
import { requireProjectNamed } from "../../src/domain/projects/find-project.ts";
import { addStandByKeys } from "../../src/domain/signing-keys/add-stand-by-keys.ts";
import { lockProject } from "../../src/storage/projects.ts";
import { STAND_BY_UNTIL } from "../../src/storage/signing-keys.ts";
import { transact } from "../../src/storage/transact.ts";
import { idle, type UseCase } from "./use-case.ts";

function deliver(kind: string, about: UseCase["about"], needs: NonNullable<UseCase["needs"]> = {}): UseCase {
  return {
    name: `deliver mail (${kind})`,
    about,
    needs,
    dueMail: kind,
    async run(app) {
      const { sent } = await deliverDueMail(app);
      return sent > 0 ? undefined : idle;
    },
    acknowledges: {},
  };
}

export const jobUseCases: readonly UseCase[] = [
  deliver("change_email", "person", { kind: "member" }),
  deliver("reset_password", "person", { kind: "member", address: "verified" }),
  deliver("delete_account", "person", { kind: "member" }),
  deliver("verify_email", "person", { kind: "member", address: "unverified" }),
  deliver("invite_admin", "admin"),
  {
    name: "delete stale guests",
    about: "person",
    needs: { kind: "guest", stale: true },
    async run(app, { project }) {
      const deleted = await deleteStaleGuests(app, await requireProjectNamed(app, project.slug));
      return deleted > 0 ? undefined : idle;
    },
    acknowledges: { erases: true, events: ["user.deleted"] },
  },
  {
    name: "clean up",
    about: "project",
    async run(app) {
      await cleanUp(app);
      return undefined;
    },
    acknowledges: {},
  },
  {
    name: "add stand-by keys (to a project of 0.1.0)",
    about: "project",
    async run(app, { project }) {
      await transact(app, async ({ db }) => {
        await lockProject(db, project);
        await db
          .deleteFrom("signingKeys")
          .where("projectId", "=", project.id)
          .where("graceUntil", "=", STAND_BY_UNTIL)
          .execute();
      });
      await addStandByKeys(app);
      return undefined;
    },
    acknowledges: {},
  },
];
