import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";
import { tokenOf } from "../../testing/mailbox.ts";
import { headerOf } from "../../testing/parse-mail.ts";

const ada = "ada@example.com";

describe.each(engines)("deliverDueMail on $kind", (engine) => {
  let bench: MailBench;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
  });
  afterEach(() => bench.close());

  describe("mails with a link", () => {
    test.each([
      ["verify_email", "verify", 24 * 60],
      ["reset_password", "reset", 30],
      ["delete_account", "delete-account", 60],
    ] as const)(
      "%s goes once to the stored address, with a link that is stored as a hash",
      async (kind, page, minutes) => {
        const user = await bench.addUser(ada);
        await bench.enqueue(kind, ada);

        expect(await bench.t.deliverMail()).toEqual({ sent: 1, failed: 0, skipped: 0 });
        expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 0 });
        expect(bench.relay.mails).toMatchObject([{ rcpt: [ada], from: "auth@example.com" }]);

        const [link = ""] = bench.relay.links;
        expect(link).toMatch(new RegExp(`^${bench.t.url}/p/demo/${page}\\?token=[\\w-]{43}$`));
        expect(bench.relay.mails[0]?.html).toContain(`href="${link}"`);
        expect(await bench.tokens()).toEqual([
          {
            hash: hashToken(tokenOf(link)),
            projectId: bench.project.id,
            userId: user.id,
            purpose: kind,
            email: ada,
            createdAt: bench.t.app.clock(),
            expiresAt: bench.t.app.clock() + minutes * 60_000,
          },
        ]);
        expect(await bench.outbox()).toMatchObject([
          { sentAt: bench.t.app.clock(), gaveUpAt: null, attempts: 1 },
        ]);
        expect(JSON.stringify(await bench.outbox())).not.toContain(tokenOf(link));
        expect(bench.logged).not.toContain(tokenOf(link));
      },
    );

    test("an email is from its project, and answers go to the help address of its branding", async () => {
      await bench.addUser(ada);
      const sent = async (): Promise<string[]> => {
        await bench.enqueue("reset_password", ada);
        await bench.t.deliverMail();
        const headers = bench.relay.mails.at(-1)?.headers ?? [];
        return [headerOf(headers, "from"), headerOf(headers, "reply-to")];
      };
      expect(await sent()).toEqual(["Demo <auth@example.com>", ""]);
      const { token } = await bench.t.addAdmin();
      const themes = bench.t.client(ThemeService, { authorization: `Bearer ${token}` });
      const theme = { productName: "Fernweh", supportEmail: "help@fernweh.example" };
      await themes.updateTheme({ project: "demo", theme });
      expect(await sent()).toEqual(["Fernweh <auth@example.com>", "help@fernweh.example"]);
    });

    test("change_email goes to the new address, bound to it", async () => {
      const user = await bench.addUser(ada);
      await bench.enqueue("change_email", "new@example.com", user.id);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      expect(bench.relay.mails).toMatchObject([{ rcpt: ["new@example.com"] }]);
      const [link = ""] = bench.relay.links;
      expect(link).toContain(`${bench.t.url}/p/demo/confirm-email?token=`);
      expect(await bench.tokens()).toMatchObject([
        {
          hash: hashToken(tokenOf(link)),
          userId: user.id,
          purpose: "change_email",
          email: "new@example.com",
        },
      ]);
    });

    test("a reset also goes to a user without a password, a deletion also to a disabled one", async () => {
      await bench.addUser(ada, { passwordHash: null });
      await bench.addUser("bob@example.com", { disabledAt: 1 });
      await bench.enqueue("reset_password", ada);
      await bench.enqueue("delete_account", "bob@example.com");
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 2 });
      expect(bench.relay.mails.map(({ rcpt }) => rcpt[0]).sort()).toEqual([ada, "bob@example.com"]);
    });

    test("a later link voids the earlier one", async () => {
      await bench.addUser(ada);
      await bench.enqueue("reset_password", ada);
      await bench.t.deliverMail();
      bench.t.advance(1000);
      await bench.enqueue("reset_password", ada);
      await bench.t.deliverMail();

      expect(bench.relay.links).toHaveLength(2);
      const stored = await bench.tokens();
      expect(stored.map(({ hash }) => hash)).toEqual([hashToken(tokenOf(bench.relay.links[1] ?? ""))]);
    });

    test("of several requests that wait, one mail is sent and its link is valid", async () => {
      await bench.addUser(ada);
      for (let i = 0; i < 5; i++) await bench.enqueue("reset_password", ada);
      await bench.enqueue("verify_email", ada);
      expect(await bench.t.deliverMail()).toEqual({ sent: 2, failed: 0, skipped: 4 });
      const hashes = (await bench.tokens()).map(({ hash }) => hash);
      expect(hashes.sort()).toEqual(bench.relay.links.map((link) => hashToken(tokenOf(link))).sort());
    });
  });

  describe("notices", () => {
    test("account_exists tells the owner, without any link", async () => {
      await bench.addUser(ada, { emailVerifiedAt: 1 });
      await bench.enqueue("account_exists", ada);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      expect(bench.relay.mails).toMatchObject([
        { rcpt: [ada], subject: "You already have an account at Demo" },
      ]);
      expect(bench.relay.mails[0]?.text).not.toContain("http");
      expect(bench.relay.mails[0]?.html).not.toContain("<a ");
      expect(await bench.tokens()).toEqual([]);
    });

    test("email_changed goes to the old address", async () => {
      const user = await bench.addUser("new@example.com");
      await bench.enqueue("email_changed", ada, user.id);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      expect(bench.relay.mails).toMatchObject([{ rcpt: [ada] }]);
      expect(bench.relay.mails[0]?.text).not.toContain("new@example.com");
    });
  });

  describe("no mail, and the row is finished", () => {
    async function expectNothing(): Promise<void> {
      expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 1 });
      expect(bench.relay.mails).toEqual([]);
      expect(await bench.tokens()).toEqual([]);
      expect(await bench.outbox()).toMatchObject([
        { sentAt: bench.t.app.clock(), gaveUpAt: null, lastError: null },
      ]);
    }

    test.each(["verify_email", "reset_password", "delete_account", "account_exists"] as const)(
      "%s to an unknown address",
      async (kind) => {
        await bench.enqueue(kind, "nobody@example.com");
        await expectNothing();
      },
    );

    test("verify_email to a verified address", async () => {
      await bench.addUser(ada, { emailVerifiedAt: 1 });
      await bench.enqueue("verify_email", ada);
      await expectNothing();
    });

    test.each(["verify_email", "reset_password"] as const)("%s to a disabled user", async (kind) => {
      await bench.addUser(ada, { disabledAt: 1 });
      await bench.enqueue(kind, ada);
      await expectNothing();
    });

    test("change_email of a deleted or disabled user, or to an address that is taken by now", async () => {
      const user = await bench.addUser(ada, { disabledAt: 1 });
      const other = await bench.addUser("bob@example.com");
      await bench.enqueue("change_email", "new@example.com", bench.t.app.newId());
      await bench.enqueue("change_email", "new@example.com", user.id);
      await bench.enqueue("change_email", ada, other.id);
      expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 3 });
      expect(bench.relay.mails).toEqual([]);
      expect(await bench.tokens()).toEqual([]);
    });

    test("an account of another project is unknown", async () => {
      const { project: other } = await bench.t.addProject("Other");
      await bench.addUser(ada, { projectId: other.id });
      await bench.enqueue("reset_password", ada);
      await expectNothing();
    });
  });
});
