import type { App } from "../../src/app.ts";
import { confirmEmailVerification } from "../../src/domain/accounts/email-verification.ts";
import { linkPassword } from "../../src/domain/guests/link-password.ts";
import { newEmailToken } from "../../src/domain/mail/email-token.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { AppError } from "../../src/errors.ts";
import type { User } from "../../src/storage/db.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asUser, DEVICE } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import { addressOf, newPasswordOf } from "./world.ts";

/** As with the link of the mail. */
async function verify(app: App, project: Project, user: User, email: string): Promise<void> {
  const token = await newEmailToken(app, user, "verify_email", email);
  const input = { token, removeProviders: [], removePasskeys: [] };
  await confirmEmailVerification(app, project, input, DEVICE);
}

/** The password is set nevertheless. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

export const linkPasswordUseCases: readonly UseCase[] = [
  {
    name: "LinkPassword (guest)",
    about: "person",
    needs: { kind: "guest", address: "none", password: "none", google: false },
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const email = addressOf(world, side);
      const input = { email, password: newPasswordOf(side), displayName: "", attemptId: "", asked };
      await linkPassword(app, project, signedIn, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      setsPassword: true,
      setsAddress: "its own",
      queues: ["verify_email"],
      mayWrite: ["user.guest_converted", "user.password_changed"],
    },
  },
  {
    name: "LinkPassword (guest), then verified",
    about: "person",
    needs: { kind: "guest", address: "none", password: "none", google: false },
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const email = addressOf(world, side);
      const input = { email, password: newPasswordOf(side), displayName: "", attemptId: "", asked };
      await linkPassword(app, project, signedIn, input, DEVICE);
      await verify(app, project, signedIn.user, email).catch(unlessRefused);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      setsPassword: true,
      setsAddress: "its own",
      proves: ["its own"],
      makesLinks: ["verify_email"],
      queues: ["verify_email"],
      mayWrite: ["user.guest_converted", "user.password_changed", "user.email_verified"],
    },
  },
  {
    name: "LinkPassword (the person's address)",
    about: "person",
    needs: { kind: "member", password: "none", address: "verified" },
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const { email } = world.person;
      const input = { email, password: newPasswordOf(side), displayName: "", attemptId: "", asked };
      await linkPassword(app, project, signedIn, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      setsPassword: true,
      setsAddress: "own",
      queues: ["verify_email"],
      mayWrite: ["user.password_changed", "user.guest_converted"],
    },
  },
  {
    name: "LinkPassword (first address)",
    about: "person",
    needs: { kind: "member", password: "none", address: "none" },
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const email = addressOf(world, side);
      const input = { email, password: newPasswordOf(side), displayName: "", attemptId: "", asked };
      await linkPassword(app, project, signedIn, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      setsPassword: true,
      setsAddress: "its own",
      queues: ["verify_email"],
      mayWrite: ["user.password_changed", "user.guest_converted"],
    },
  },
];
