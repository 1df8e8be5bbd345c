import type { StoreAnswer } from "@svc/server/providers";
import { Failure } from "../../failure.ts";
import type { PlayPlan } from "./catalog.ts";
import type { GoogleClient } from "./google-client.ts";

export type Money = Readonly<{ currencyCode: string; units: string; nanos: number }>;

/** A price in every country that Play sells in. */
export type PlayPrices = Readonly<{
  regions: ReadonlyArray<{ regionCode: string; price: Money }>;
  others: Readonly<{ usdPrice: Money; eurPrice: Money }>;
  /** Of the list of countries and currencies; every change names the one that it was made for. */
  version: string;
}>;

export type PriceList = (price: PlayPlan["price"]) => Promise<PlayPrices>;

/** Google's conversion of a price, asked for once in a run. */
export function priceList(client: GoogleClient, packageName: string): PriceList {
  const known = new Map<string, Promise<PlayPrices>>();
  return (price) => {
    const key = `${price.currency} ${price.amount}`;
    const prices = known.get(key) ?? convert(client, packageName, price);
    known.set(key, prices);
    return prices;
  };
}

async function convert(
  client: GoogleClient,
  packageName: string,
  price: PlayPlan["price"],
): Promise<PlayPrices> {
  const asked = moneyOf(price);
  const path = `${encodeURIComponent(packageName)}/pricing:convertRegionPrices`;
  const answer = await client.play("POST", path, { body: { price: asked } });
  const { convertedRegionPrices, convertedOtherRegionsPrice, regionVersion } = answer.json;
  const regions = Object.values(Object(convertedRegionPrices)).map((region) => {
    const { regionCode, price } = Object(region);
    const converted = readMoney(price);
    // Where the catalog's own currency is used its own price is shown; Google's has taxes on top.
    const isOwn = converted.currencyCode === asked.currencyCode;
    return { regionCode: String(regionCode), price: isOwn ? asked : converted };
  });
  const { usdPrice, eurPrice } = Object(convertedOtherRegionsPrice);
  const { version } = Object(regionVersion);
  if (answer.status !== 200 || regions.length === 0 || typeof version !== "string") throw noPrices(answer);
  return {
    regions,
    others: { usdPrice: readMoney(usdPrice), eurPrice: readMoney(eurPrice) },
    version,
  };
}

function noPrices({ status }: StoreAnswer): Failure {
  const isUnknown = status === 404;
  const message = isUnknown
    ? "Google Play does not know the app (404)"
    : `Google Play converts no prices (${status})`;
  const hint = "upload a first version of the app in the Play Console, and compare its package name";
  return new Failure(isUnknown ? "not_found" : "failed_precondition", "PROVIDER_REFUSED", message, hint);
}

/** "9.99" is nine units and 990 million billionths. */
export function moneyOf({ currency, amount }: PlayPlan["price"]): Money {
  const [units = "0", cents = ""] = amount.split(".");
  return { currencyCode: currency, units, nanos: Number(cents.padEnd(9, "0").slice(0, 9)) };
}

/** Google leaves out what is zero. */
export function readMoney(value: unknown): Money {
  const { currencyCode, units, nanos } = Object(value);
  return { currencyCode: String(currencyCode), units: String(units ?? "0"), nanos: Number(nanos ?? 0) };
}
