const local = "--addr=:8080 --base-url=http://localhost:8080 --config=./svc.toml --data-dir=./data";
const remote = "--context --json";
const ofProject = `--project! ${remote}`;

/**
 * Every command of the spec with every flag that the spec gives it: `!` is required, `=` has this default. The
 * program may have more of both.
 */
export const specCommands: Readonly<Record<string, string>> = {
  serve: `${local} --acme-domain --backup-dir --backup-interval=24h --log-format=text --reflection --trusted-proxies`,
  version: "",
  "admin create": `${local} --email! --password`,
  "admin token create": `${local} --email! --expires-in-days=0 --json --name=cli`,
  "admin token list": `${local} --email! --json`,
  "admin token revoke": `${local} --email! --id! --json`,
  backup: `${local} --to`,
  restore: `${local} --force`,
  doctor: `${remote} --project --smtp-to --apple-key --apple-iap-p8 --google-service-account --stripe-secret-key`,
  login: "--json --name",
  "instance get": remote,
  "instance smtp set": `${remote} --from! --host! --password --port=587 --username`,
  "instance smtp clear": `${remote} --yes`,
  "instance smtp test": `${remote} --to!`,
  "project list": remote,
  "project get": remote,
  "project create": `${remote} --show-secret --slug`,
  "project update": `${remote} --name`,
  "project delete": `${remote} --yes`,
  "project dump": remote,
  "project apply": `${remote} -f! --file! --yes`,
  "project export": `${remote} -o --output`,
  "project import": `${remote} -f! --file! --yes`,
  "project init": `${remote} --spec-out`,
  "project keys show": remote,
  "project keys rotate": `${remote} --grace-seconds=0`,
  "project keys reset-signing": `${remote} --yes`,
  "project keys regenerate-secret": `${remote} --show-secret! --yes`,
  "setup apple": `${ofProject} --bundle-id --issuer-id --key-id --p8 --team-id --services-id --rotate-key --unofficial-api`,
  "setup google": `${ofProject} --android-client-id --android-package --android-sha1 --android-sha256 --gcp-project --ios-bundle-id --ios-client-id --keystore --keystore-pass --web-client-id --web-client-secret`,
  "setup billing": `${ofProject} --apple-app-apple-id --apple-app-id --apple-bundle-id --apple-iap-issuer-id --apple-iap-key-id --apple-iap-p8 --apple-notification-secret --asc-issuer-id --asc-key-id --asc-p8 --google-cloud-project --google-package-name --google-pubsub-service-account --google-pubsub-topic --google-rtdn-secret --google-service-account --stripe --stripe-secret-key --yes`,
  "skill export": `${remote} --dir=.claude/skills/svc --format=claude --project`,
  "stats get": `${ofProject} --from --to`,
  "token create": `${remote} --expires-in-days`,
  "token list": remote,
  "token revoke": `${remote} --yes`,
  "user list": `${ofProject} --page-size --query`,
  "user get": ofProject,
  "user create": `${ofProject} --display-name --invite --password --verified`,
  "user invite": `${ofProject} --display-name`,
  "user delete": `${ofProject} --yes`,
  "user disable": ofProject,
  "user enable": ofProject,
  "user claims set": ofProject,
  "user sessions revoke": `${ofProject} --yes`,
};

/** Every command of the spec that has this flag, with it: what a statement about a shared flag covers. */
export function everyCommandWith(flag: string, only = /^/): readonly string[] {
  const having = Object.entries(specCommands).filter(([command, flags]) => {
    const names = flags.split(" ").map((word) => word.replace(/[!=].*$/, ""));
    return only.test(command) && names.includes(flag);
  });
  return having.map(([command]) => `${command} ${flag}`);
}
