package dev.svc.auth

/** What the project sells. */
public class Catalog internal constructor(json: JsonObject) : Message(json) {
    /** What users can subscribe to, by rank. */
    public val tiers: List<Tier> get() = json.children("tiers").map(::Tier)

    /** What users can buy once. */
    public val oneTimeProducts: List<OneTimeProduct>
        get() = json.children("oneTimeProducts").map { OneTimeProduct(it.withShort("kind", "PURCHASE_KIND")) }

    /** The stores that are set up. */
    public val stores: List<Store> get() = json.texts("stores").mapNotNull { enumOf<Store>(shortName("STORE", it)) }
}

/** What users subscribe to. */
public class Tier internal constructor(json: JsonObject) : Message(json) {
    /** Its id, such as `pro`. */
    public val id: String get() = json.text("id").orEmpty()

    /** The name to show. */
    public val name: String get() = json.text("name").orEmpty()

    /** Higher tiers have higher ranks. */
    public val rank: Int get() = json.int("rank")

    /** The ids of the entitlements that it gives. */
    public val entitlementIds: List<String> get() = json.texts("entitlementIds")

    /** The ways to buy it. */
    public val products: List<Product> get() = json.children("products").map(::Product)
}

/** One way to buy a tier: a period and its price, with the product ids of each store. */
public class Product internal constructor(json: JsonObject) : Message(json) {
    /** Its id in the catalog, such as `pro_monthly`. */
    public val id: String get() = json.text("id").orEmpty()

    /** The period as an ISO 8601 duration, such as `P1M`. */
    public val period: String get() = json.text("period").orEmpty()

    /** The free trial as an ISO 8601 duration; null when there is none. */
    public val trial: String? get() = json.textOrNone("trial")

    /** The base price as a decimal number, such as `9.99`. Stores convert it. */
    public val amount: String get() = json.text("amount").orEmpty()

    /** The ISO 4217 code of the currency of the base price. */
    public val currency: String get() = json.text("currency").orEmpty()

    /** The product id in the App Store; null when it is not sold there. */
    public val appStoreProductId: String? get() = json.textOrNone("appStoreProductId")

    /** The subscription id in Google Play; null when it is not sold there. */
    public val playStoreProductId: String? get() = json.textOrNone("playStoreProductId")

    /** The base plan in Google Play. */
    public val playStoreBasePlanId: String? get() = json.textOrNone("playStoreBasePlanId")

    /** Whether Stripe sells it. */
    public val stripe: Boolean get() = json.flag("stripe")
}

/** Something that users buy once, with its product ids of each store. */
public class OneTimeProduct internal constructor(json: JsonObject) : Message(json) {
    /** Its id in the catalog, such as `pro_lifetime`. */
    public val id: String get() = json.text("id").orEmpty()

    /** The name to show. */
    public val name: String get() = json.text("name").orEmpty()

    /** What it is. */
    public val kind: PurchaseKind? get() = enumOf<PurchaseKind>(json.text("kind"))

    /** The ids of the entitlements that a lifetime product gives. */
    public val entitlementIds: List<String> get() = json.texts("entitlementIds")

    /** The base price as a decimal number, such as `9.99`. Stores convert it. */
    public val amount: String get() = json.text("amount").orEmpty()

    /** The ISO 4217 code of the currency of the base price. */
    public val currency: String get() = json.text("currency").orEmpty()

    /** The product id in the App Store; null when it is not sold there. */
    public val appStoreProductId: String? get() = json.textOrNone("appStoreProductId")

    /** The product id in Google Play; null when it is not sold there. */
    public val playStoreProductId: String? get() = json.textOrNone("playStoreProductId")

    /** Whether Stripe sells it. */
    public val stripe: Boolean get() = json.flag("stripe")
}
