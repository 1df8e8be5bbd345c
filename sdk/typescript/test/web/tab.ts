import { createAuthClient, webStorage } from "../../src/sdk.ts";
import { DeviceClock } from "../device-clock.ts";

/** What a test does in a tab, by `page.evaluate`. */
const tab = { createAuthClient, webStorage, DeviceClock };
export type Tab = typeof tab;

Object.assign(globalThis, { tab });
