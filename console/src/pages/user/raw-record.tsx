import { toJson } from "@bufbuild/protobuf";
import { type User, UserSchema } from "@svc/proto/svc/admin/v1/user_pb";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Card } from "../../components/page.tsx";
import { user as text } from "../../strings/user.ts";

/** Everything that GetUser returns, as JSON. */
export function RawRecord({ user }: { user: User }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.raw}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{text.rawText}</p>
        <Button icon="code" onClick={() => setOpen(true)}>
          {text.rawShow}
        </Button>
      </div>
      <Drawer isOpen={isOpen} onClose={() => setOpen(false)} title={text.raw}>
        <CodeBlock code={JSON.stringify(toJson(UserSchema, user), null, 2)} label={text.raw} />
      </Drawer>
    </Card>
  );
}
