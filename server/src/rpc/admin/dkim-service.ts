import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { DkimKeySchema } from "@svc/proto/svc/admin/v1/dkim_pb";
import type { App } from "../../app.ts";
import { type DkimKey, listDkimKeys, removeDkimKey, setDkimKey } from "../../domain/mail/dkim-keys.ts";
import { checkDkimKey, recordOf } from "../../domain/mail/dkim-record.ts";
import { adminActor } from "../context.ts";
import type { AdminDkimHandlers } from "../methods/admin-dkim.ts";

export function dkimService(app: App): AdminDkimHandlers {
  return {
    async listDkimKeys() {
      return { keys: (await listDkimKeys(app)).map(encodeDkimKey) };
    },

    async setDkimKey(request, context) {
      return { key: encodeDkimKey(await setDkimKey(app, adminActor(context), request)) };
    },

    async removeDkimKey({ domain }, context) {
      await removeDkimKey(app, adminActor(context), domain);
      return {};
    },

    async checkDkimKey({ domain }) {
      const { key, isPublished, detail } = await checkDkimKey(app, domain);
      return { published: isPublished, detail, key: encodeDkimKey(key) };
    },
  };
}

function encodeDkimKey(key: DkimKey): MessageInitShape<typeof DkimKeySchema> {
  const { name, text } = recordOf(key);
  return {
    domain: key.domain,
    selector: key.selector,
    recordName: name,
    recordText: text,
    createdAt: timestampFromMs(key.createdAt),
  };
}
