package dev.svc.auth

/** Who sold it. */
public enum class Store {
    /** Apple's App Store. */
    APP_STORE,

    /** Google Play. */
    PLAY_STORE,

    /** Stripe. */
    STRIPE,

    /** Nobody: a grant without a purchase. */
    MANUAL,
}

/** How a subscription stands. The user has access while it is trialing, active, canceled or in its grace period. */
public enum class SubscriptionState {
    /** Bought, not paid yet. */
    PENDING,

    /** In a free trial that will renew. */
    TRIALING,

    /** Paid, will renew. */
    ACTIVE,

    /** Paid, will not renew. */
    CANCELED,

    /** The renewal failed, and access stays while the store tries again. */
    GRACE_PERIOD,

    /** The renewal failed, and the store tries again without access. */
    ON_HOLD,

    /** Paused by the user. */
    PAUSED,

    /** Over. */
    EXPIRED,

    /** Refunded or withdrawn by the store. */
    REVOKED,
}

/** What a one-time purchase is. */
public enum class PurchaseKind {
    /** It gives its entitlements for good. */
    LIFETIME,

    /** It is used up. */
    CONSUMABLE,

    /** It is good for a time that your backend counts. */
    NON_RENEWING,
}

/** How a one-time purchase stands. Only what is paid counts. */
public enum class PurchaseState {
    /** Bought, not paid yet. */
    PENDING,

    /** Paid. */
    PAID,

    /** Refunded or withdrawn by the store. */
    REFUNDED,

    /** Never paid. */
    CANCELED,
}

/** A subscription that the user bought. Times are ISO 8601 strings; prices are in millionths of the currency. */
public class Subscription internal constructor(json: JsonObject) : Message(json) {
    /** Its id. */
    public val id: String get() = json.text("id").orEmpty()

    /** Who sold it. */
    public val store: Store? get() = enumOf<Store>(json.text("store"))

    /** The store's own id of the product. */
    public val storeProductId: String get() = json.text("storeProductId").orEmpty()

    /** The tier of the catalog; null when the catalog does not know the product. */
    public val tierId: String? get() = json.textOrNone("tierId")

    /** How it stands; null for a state that this version does not know. */
    public val state: SubscriptionState? get() = enumOf<SubscriptionState>(json.text("state"))

    /** Whether it renews by itself at the end of the period. */
    public val willRenew: Boolean get() = json.flag("willRenew")

    /** Whether it is in a free trial. */
    public val isTrial: Boolean get() = json.flag("isTrial")

    /** When it was first bought. */
    public val startedAt: String? get() = json.text("startedAt")

    /** When the current period ends. */
    public val currentPeriodEnd: String? get() = json.text("currentPeriodEnd")

    /** Until when it gives access, as far as is known now. */
    public val accessUntil: String? get() = json.text("accessUntil")

    /** The price of a period; 0 when unknown. */
    public val priceMicros: Long get() = json.long("priceMicros") ?: 0

    /** The ISO 4217 code of the currency. */
    public val currency: String get() = json.text("currency").orEmpty()

    /** The page of the store where the user manages it; null for Stripe, see [Billing.portal]. */
    public val managementUrl: String? get() = json.textOrNone("managementUrl")
}

/** Something that the user bought once. Times are ISO 8601 strings; prices are in millionths of the currency. */
public class OneTimePurchase internal constructor(json: JsonObject) : Message(json) {
    /** Its id. */
    public val id: String get() = json.text("id").orEmpty()

    /** Who sold it. */
    public val store: Store? get() = enumOf<Store>(json.text("store"))

    /** The store's own id of the product. */
    public val storeProductId: String get() = json.text("storeProductId").orEmpty()

    /** The id of the product in the catalog; null when the catalog does not know it. */
    public val productId: String? get() = json.textOrNone("productId")

    /** What it is; null when the catalog does not know the product. */
    public val kind: PurchaseKind? get() = enumOf<PurchaseKind>(json.text("kind"))

    /** How it stands; null for a state that this version does not know. */
    public val state: PurchaseState? get() = enumOf<PurchaseState>(json.text("state"))

    /** How many were bought at once. */
    public val quantity: Int get() = json.int("quantity")

    /** When it was bought. */
    public val purchasedAt: String? get() = json.text("purchasedAt")

    /** When the backend consumed it; null until then. */
    public val consumedAt: String? get() = json.text("consumedAt")

    /** The price of all of it; 0 when unknown. */
    public val priceMicros: Long get() = json.long("priceMicros") ?: 0

    /** The ISO 4217 code of the currency. */
    public val currency: String get() = json.text("currency").orEmpty()
}

/** Something that the app unlocks, and whether the user has it now. */
public class Entitlement internal constructor(json: JsonObject) : Message(json) {
    /** Its id in the catalog, such as `pro`. */
    public val id: String get() = json.text("id").orEmpty()

    /** Whether the user may use it now. */
    public val active: Boolean get() = json.flag("active")

    /** When access ends as far as is known now (ISO 8601); null when it does not. */
    public val expiresAt: String? get() = json.textOrNone("expiresAt")

    /** Who sold it; null while the user does not have it. */
    public val store: Store? get() = enumOf<Store>(json.text("store"))

    /** Whether it will be extended by itself. */
    public val willRenew: Boolean get() = json.flag("willRenew")

    internal fun inactive(): Entitlement = Entitlement(json + ("active" to false))
}

internal fun subscriptionOf(wire: JsonObject): Subscription =
    Subscription(wire.withShort("store", "STORE").withShort("state", "SUBSCRIPTION_STATE"))

internal fun purchaseOf(wire: JsonObject): OneTimePurchase =
    OneTimePurchase(
        wire.withShort("store", "STORE").withShort("kind", "PURCHASE_KIND").withShort("state", "PURCHASE_STATE"),
    )

internal fun entitlementsIn(answer: JsonObject): List<Entitlement> =
    answer.children("entitlements").map { Entitlement(it.withShort("store", "STORE")) }

internal fun JsonObject.withShort(name: String, prefix: String): JsonObject =
    (this - name) + jsonOf(name to shortName(prefix, this[name]))
