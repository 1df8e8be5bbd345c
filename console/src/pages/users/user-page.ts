import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import {
  type ListUsersRequestSchema,
  type ListUsersResponse,
  ListUsersResponseSchema,
  UserService,
} from "@svc/proto/svc/admin/v1/users_pb";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";

/** Of how many answers a page is put together: enough for a search through a million users. */
const MOST_CALLS = 200;

type Request = MessageInitShape<typeof ListUsersRequestSchema> & { pageSize: number };

/** One call searches a part of a long list, so that a page may have fewer users than there are, and a token to go on. */
export function useUserPage(request: Request): UseQueryResult<ListUsersResponse, Error> {
  const transport = useTransport();
  const schema = UserService.method.listUsers;
  return useQuery({
    queryKey: createConnectQueryKey({ schema, input: request, transport, cardinality: "finite" }),
    queryFn: async ({ signal }) => {
      const page = create(ListUsersResponseSchema, { nextPageToken: request.pageToken ?? "" });
      for (let calls = 0; calls < MOST_CALLS; calls++) {
        const { users, nextPageToken } = page;
        const rest = { ...request, pageSize: request.pageSize - users.length, pageToken: nextPageToken };
        const answer = await callUnaryMethod(transport, schema, rest, { signal });
        page.users.push(...answer.users);
        page.nextPageToken = answer.nextPageToken;
        if (page.nextPageToken === "" || page.users.length >= request.pageSize) break;
      }
      return page;
    },
    placeholderData: keepPreviousData,
  });
}
