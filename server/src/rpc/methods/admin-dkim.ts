import type { DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import type { Handlers, Methods } from "./method.ts";

export const adminDkimMethods = {
  listDkimKeys: { access: "admin", needs: "owner:read" },
  setDkimKey: { access: "recent-admin", needs: "owner:write" },
  removeDkimKey: { access: "recent-admin", needs: "owner:write" },
  checkDkimKey: { access: "admin", needs: "owner:write" },
} as const satisfies Methods<typeof DkimService>;

export type AdminDkimHandlers = Handlers<typeof DkimService, typeof adminDkimMethods>;
