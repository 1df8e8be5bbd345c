import type { TestApp } from "../../server/src/testing/test-app.ts";
import { RemoteCli } from "./remote-cli.ts";

/** The real command line, talking to a server of this process, whose clock and database the test has in hand. */
export class AppCli extends RemoteCli {
  override readonly variables: Readonly<Record<string, string>>;

  constructor({ url }: Pick<TestApp, "url">, token: string) {
    super();
    const config = this.path("config");
    this.variables = {
      HOME: this.cwd,
      XDG_CONFIG_HOME: config,
      APPDATA: config,
      SVC_URL: url,
      SVC_TOKEN: token,
    };
  }
}
