import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { AdminAccountService, type PersonalAccessToken } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SwitchField } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { common } from "../../strings/common.ts";
import { instance as text } from "../../strings/instance.ts";
import { roles } from "../../strings/roles.ts";
import { CreateToken } from "./create-token.tsx";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

export function TokensPart(): ReactNode {
  const query = useQuery(AdminAccountService.method.listPersonalAccessTokens, {});
  return (
    <Card actions={<CreateToken />} description={text.tokensText} isFlush title={text.tokens}>
      <Loaded query={query}>
        {({ personalAccessTokens: tokens }) =>
          tokens.length === 0 ? (
            <EmptyState icon="key" title={text.noTokens}>
              {text.noTokensText}
            </EmptyState>
          ) : (
            <TokenTable tokens={tokens} />
          )
        }
      </Loaded>
    </Card>
  );
}

function TokenTable({ tokens }: { tokens: readonly PersonalAccessToken[] }): ReactNode {
  const [toRevoke, setToRevoke] = useState<PersonalAccessToken>();
  const columns: readonly Column<PersonalAccessToken>[] = [
    {
      header: text.nameColumn,
      cell: (token) => (
        <>
          <span className="block truncate font-medium">{token.name}</span>
          {token.parentId !== "" && (
            <span className="block truncate text-xs text-muted">{parentText(token, tokens)}</span>
          )}
          {limitsText(token) !== "" && (
            <span className="block truncate text-xs text-muted">{limitsText(token)}</span>
          )}
        </>
      ),
    },
    { header: text.created, isExtra: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { header: text.lastUsed, isExtra: true, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
    { header: text.expires, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
    {
      header: text.actions,
      isRightAligned: true,
      cell: (token) => (
        <Button
          aria-label={`${text.revoke} ${token.name}`}
          variant="ghost"
          onClick={() => setToRevoke(token)}
        >
          {text.revoke}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        columns={columns}
        keyOf={({ id }) => id}
        label={text.tokens}
        nameOf={({ name }) => name}
        rows={tokens}
      />
      {toRevoke && (
        <RevokeToken
          descendants={descendantsOf(toRevoke, tokens).length}
          onClose={() => setToRevoke(undefined)}
          token={toRevoke}
        />
      )}
    </>
  );
}

/** The day: "in 2 months" is too vague for what stops working then. */
function Expiry({ at }: { at: Timestamp | undefined }): ReactNode {
  if (!at) return <span className="text-muted">{common.never}</span>;
  const date = timestampDate(at);
  return <time dateTime={date.toISOString()}>{day.format(date)}</time>;
}

function parentText({ parentId }: PersonalAccessToken, tokens: readonly PersonalAccessToken[]): string {
  const parent = tokens.find(({ id }) => id === parentId);
  return parent ? text.createdWith(parent.name) : text.createdWithRevoked;
}

function limitsText({ limitedToProjects, projects, readOnly }: PersonalAccessToken): string {
  const where = limitedToProjects ? roles.in(projects.join(", ") || roles.deletedProjects) : "";
  return [readOnly ? roles.reads : "", where].filter((part) => part !== "").join(" ");
}

/** Those that were created with it, with one of those, and so on. */
function descendantsOf(
  token: PersonalAccessToken,
  tokens: readonly PersonalAccessToken[],
): readonly PersonalAccessToken[] {
  const tree = new Set([token.id]);
  // Oldest first: a token is created after its parent.
  for (const { id, parentId } of tokens.toReversed()) if (tree.has(parentId)) tree.add(id);
  return tokens.filter(({ id }) => id !== token.id && tree.has(id));
}

function RevokeToken(props: {
  token: PersonalAccessToken;
  descendants: number;
  onClose: () => void;
}): ReactNode {
  const { token, descendants, onClose } = props;
  const [withChildren, setWithChildren] = useState(false);
  const revoke = useAction(AdminAccountService.method.revokePersonalAccessToken, {
    done: ({ revoked }) => (revoked > 1 ? text.revokedAll(revoked) : text.revoked),
    failures: "inline",
  });
  return (
    <ConfirmDialog
      action={text.revoke}
      description={text.revokeText}
      failure={revoke.failure}
      isBusy={revoke.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        if (await revoke.run({ id: token.id, withChildren })) onClose();
      }}
      title={text.revokeTitle(token.name)}
    >
      {descendants > 0 && (
        <SwitchField label={text.withChildren(descendants)} onChange={setWithChildren} value={withChildren} />
      )}
    </ConfirmDialog>
  );
}
