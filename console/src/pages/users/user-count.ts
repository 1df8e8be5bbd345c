import type { MessageInitShape } from "@bufbuild/protobuf";
import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import {
  type CountUsersRequestSchema,
  type CountUsersResponse,
  UserService,
} from "@svc/proto/svc/admin/v1/users_pb";
import { useQuery } from "@tanstack/react-query";

/** Enough to count through a million users. */
const MOST_CALLS = 200;

/** How many users match; undefined until they are counted. One call counts a part of a long list only. */
export function useUserCount(
  request: MessageInitShape<typeof CountUsersRequestSchema>,
): CountUsersResponse | undefined {
  const transport = useTransport();
  const schema = UserService.method.countUsers;
  const { data } = useQuery({
    queryKey: createConnectQueryKey({ schema, input: request, transport, cardinality: "finite" }),
    queryFn: async ({ signal }) => {
      let answer = await callUnaryMethod(transport, schema, request, { signal });
      for (let calls = 1; answer.nextPageToken !== "" && calls < MOST_CALLS; calls++) {
        const rest = { ...request, pageToken: answer.nextPageToken };
        answer = await callUnaryMethod(transport, schema, rest, { signal });
      }
      return answer;
    },
  });
  return data?.nextPageToken === "" ? data : undefined;
}
