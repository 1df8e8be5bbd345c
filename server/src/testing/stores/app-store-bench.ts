import { systemActor } from "../../domain/analytics/record-event.ts";
import type { BillingSettings } from "../../domain/billing/billing-settings.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { SELLING } from "../billing.ts";
import type { Engine } from "../engines.ts";
import { TestApp, type TestAppOptions } from "../test-app.ts";
import { AppStoreStandIn, PURCHASE_KEY } from "./app-store.ts";
import { TEST_APP } from "./app-store-records.ts";

export const NOTIFICATION_SECRET = "an-unguessable-part-of-apples-address";

/** A project that sells its two tiers in the App Store. */
export const APP_STORE_BILLING: BillingSettings = {
  ...SELLING,
  appStore: {
    bundleId: TEST_APP.bundleId,
    appAppleId: String(TEST_APP.appAppleId),
    issuerId: PURCHASE_KEY.issuerId,
    keyId: PURCHASE_KEY.keyId,
  },
};

/** A server, the App Store, and projects that sell there. */
export class AppStoreBench {
  readonly t: TestApp;
  readonly store: AppStoreStandIn;
  #projects = 0;

  private constructor(t: TestApp, store: AppStoreStandIn) {
    this.t = t;
    this.store = store;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<AppStoreBench> {
    let clock = (): number => 0;
    const store = await AppStoreStandIn.open(() => clock());
    const stores = { appStore: store.origin, appStoreRoot: store.rootFile };
    const t = await TestApp.open(engine, { stores, ...options });
    clock = t.app.clock;
    return new AppStoreBench(t, store);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.store.close();
  }

  /** `privateKey` empty: the project has none. */
  async addProject(
    appStore: Partial<BillingSettings["appStore"]> = {},
    privateKey: string = PURCHASE_KEY.privateKey,
  ): Promise<Project> {
    this.#projects += 1;
    const { project } = await this.t.addProject(`Demo ${this.#projects}`, { allowAnonymousSignIn: true });
    const billing = { ...APP_STORE_BILLING, appStore: { ...APP_STORE_BILLING.appStore, ...appStore } };
    return updateProject(this.t.app, systemActor, project.id, {
      settings: { billing },
      secrets: new Map([
        ["billing.app_store.private_key", privateKey],
        ["billing.app_store.notification_secret", NOTIFICATION_SECRET],
      ]),
    });
  }

  /** Where Apple sends its notifications. */
  webhook({ slug }: Project): string {
    return `${this.t.url}/webhooks/apple/${slug}/${NOTIFICATION_SECRET}`;
  }
}
