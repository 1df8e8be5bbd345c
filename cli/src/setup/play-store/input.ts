import type {
  BillingSettingsJson,
  PlayStoreSettingsUpdateJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { readServiceAccount } from "@svc/server/credentials";
import { type Flags, optionalText } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { readGivenFile } from "../../remote/read-given-file.ts";
import { requireMatch, WEBHOOK_SECRET, WEBHOOK_SECRET_EXAMPLE } from "../require-match.ts";

const PACKAGE = /^[a-z]\w*(\.[a-z]\w*)+$/i;

/** The key of a Google service account, and the file's text as it is stored. */
export type AccountFile = Readonly<{
  text: string;
  account: Readonly<{ clientEmail: string; privateKey: string; privateKeyId: string }>;
}>;

/** Texts are empty where the flag was not given. */
export type PlayStoreInput = Readonly<{
  packageName: string;
  cloudProject: string;
  topic: string;
  pushAccount: string;
  rtdnSecret: string;
  account: AccountFile | undefined;
}>;

export function readPlayStoreInput(flags: Flags, rtdnSecret: string): PlayStoreInput {
  requireMatch("google-rtdn-secret", rtdnSecret, WEBHOOK_SECRET, WEBHOOK_SECRET_EXAMPLE);
  const text = (name: string) => optionalText(flags, name).trim();
  requireMatch("google-package-name", text("googlePackageName"), PACKAGE, "com.example.app");
  requireMatch(
    "google-cloud-project",
    text("googleCloudProject"),
    /^[a-z][a-z\d-]{4,28}[a-z\d]$/,
    "acme-play-1234",
  );
  const named = text("googlePubsubTopic");
  const [, project = "", topic = named] = /^projects\/([^/]+)\/topics\/([^/]+)$/.exec(named) ?? [];
  requireMatch(
    "google-pubsub-topic",
    topic,
    /^[A-Za-z][\w.~+%-]{2,254}$/,
    "play-billing or projects/acme/topics/play-billing",
  );
  const cloudProject = text("googleCloudProject") || project;
  if (project !== "" && project !== cloudProject) {
    throw usageFailure(
      "--google-pubsub-topic is of another project than --google-cloud-project",
      "name the same one in both, or only the topic's last part",
    );
  }
  requireMatch(
    "google-pubsub-service-account",
    text("googlePubsubServiceAccount"),
    /^[^@\s]+@[^@\s]+$/,
    "push@acme.iam.gserviceaccount.com",
  );
  const file = text("googleServiceAccount");
  return {
    packageName: text("googlePackageName"),
    cloudProject,
    topic,
    pushAccount: text("googlePubsubServiceAccount"),
    rtdnSecret,
    account: file === "" ? undefined : readAccount(file),
  };
}

export function readAccount(file: string): AccountFile {
  const hint = "--google-service-account takes the JSON key of a service account as Google Cloud gave it out";
  const text = readGivenFile(file, hint).toString("utf8");
  const account = readServiceAccount(text);
  if (account === undefined) throw usageFailure(`${file} is not the key of a Google service account`, hint);
  return { text, account };
}

export function playStoreSettingsOf(
  google: PlayStoreInput,
  { playStore = {} }: BillingSettingsJson,
): PlayStoreSettingsUpdateJson {
  const cloudProject = google.cloudProject || playStore.cloudProject || "";
  if (google.topic !== "" && cloudProject === "") {
    throw usageFailure(
      "--google-pubsub-topic needs --google-cloud-project",
      "or name the topic as projects/acme/topics/play-billing",
    );
  }
  const hasTopic = google.topic !== "" || Boolean(playStore.pubsubTopic);
  // One account can do both: ask Google Play, and sign what Pub/Sub pushes.
  const signer =
    hasTopic && !playStore.pubsubServiceAccount ? google.account?.account.clientEmail : undefined;
  return {
    packageName: google.packageName,
    cloudProject: google.cloudProject,
    pubsubTopic: google.topic === "" ? "" : `projects/${cloudProject}/topics/${google.topic}`,
    pubsubServiceAccount: google.pushAccount || (signer ?? ""),
    serviceAccount: google.account?.text ?? "",
    rtdnSecret: google.rtdnSecret,
  };
}
