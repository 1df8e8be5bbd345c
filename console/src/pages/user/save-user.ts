import type { MessageInitShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { type UpdateUserRequestSchema, UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../api/use-action.ts";
import type { Saver } from "../../app/versioned-form.ts";

export type UserChange = Omit<MessageInitShape<typeof UpdateUserRequestSchema>, "$typeName" | "$unknown">;

/** Changes the user on screen, on the version that was read. */
export function useSaveUser(project: string, userId: string, done: string): Saver<User, UserChange> {
  const transport = useTransport();
  const client = useQueryClient();
  const action = useAction(UserService.method.updateUser, { done: () => done, failures: "inline" });
  const schema = UserService.method.getUser;
  const input = { project, userId };
  const queryKey = createConnectQueryKey({ schema, input, transport, cardinality: "finite" });
  return {
    changed: "profile",
    async send(change, { etag }) {
      const { kind, answer } = await action.attempt({ ...change, project, userId, etag });
      if (answer) client.setQueryData(queryKey, (before) => before && { ...before, user: answer.user });
      return kind;
    },
    async reload() {
      await client.refetchQueries({ queryKey });
      return client.getQueryData(queryKey)?.user;
    },
    isSaving: action.isRunning,
    failure: action.failure,
    reset: action.reset,
  };
}
