import type { App } from "../../app.ts";
import { cancelMails, retryChosenMails } from "../../domain/mail/chosen-mails.ts";
import { listMails } from "../../domain/mail/list-mails.ts";
import { mailSummary } from "../../domain/mail/mail-summary.ts";
import { retryMails } from "../../domain/mail/retry-mails.ts";
import { adminActor } from "../context.ts";
import type { AdminInstanceHandlers } from "../methods/admin-accounts.ts";
import { decodeMailState, encodeListedMail, encodeRelay } from "./encode-listed-mail.ts";

type OutboxMethods = "listOutgoingMails" | "getMailSummary" | "retryOutgoingMails" | "cancelOutgoingMails";

/** The emails of the whole instance. */
export function outboxHandlers(app: App): Pick<AdminInstanceHandlers, OutboxMethods> {
  return {
    async listOutgoingMails({ state, ...input }) {
      const { items, nextPageToken } = await listMails(app, decodeMailState(state), input);
      return { mails: items.map(encodeListedMail), nextPageToken };
    },

    async getMailSummary() {
      const { relay, projects } = await mailSummary(app);
      const encoded = projects.map(({ slug, ...counts }) => ({ project: slug, ...counts }));
      return { relay: encodeRelay(relay), projects: encoded };
    },

    async retryOutgoingMails({ ids }, context) {
      if (ids.length === 0) return { mails: await retryMails(app) };
      const { done, left } = await retryChosenMails(app, adminActor(context), ids);
      return { mails: done, left: [...left] };
    },

    async cancelOutgoingMails({ ids }, context) {
      const { done, left } = await cancelMails(app, adminActor(context), ids);
      return { mails: done, left: [...left] };
    },
  };
}
