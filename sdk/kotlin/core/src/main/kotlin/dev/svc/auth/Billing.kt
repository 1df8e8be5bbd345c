package dev.svc.auth

import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.distinctUntilChanged
import kotlinx.coroutines.launch

private const val SERVICE = "billing.v1.BillingService/"

/** What the App Store or Google Play gave to the app after a purchase. */
public sealed interface Purchase {
    /** A purchase at Google Play. */
    public class PlayStore(
        /** The package name of the app, for example `com.example.app`. */
        public val packageName: String,
        /** The purchase token of Google Play. */
        public val purchaseToken: String,
        /** True for a one-time product. */
        public val oneTime: Boolean = false,
    ) : Purchase

    /** A purchase in the App Store. */
    public class AppStore(
        /** The `jwsRepresentation` of StoreKit's transaction. */
        public val signedTransaction: String,
    ) : Purchase
}

/** What came of one purchase of `sync`: one of the fields is there. */
public data class PurchaseResult(
    /** What the user has now, when the purchase was accepted and is a subscription. */
    val subscription: Subscription? = null,
    /** What the user has now, when the purchase was accepted and is a one-time purchase. */
    val purchase: OneTimePurchase? = null,
    /**
     * Why it was not accepted: `PURCHASE_INVALID`, `PURCHASE_OWNED_BY_OTHER_USER`, `STORE_NOT_CONFIGURED` or
     * `STORE_UNAVAILABLE` (sync it again later).
     */
    val errorReason: String? = null,
)

/**
 * What the project sells, and what the signed-in user bought and may use. Unlock features by entitlement, not by product.
 * Every method that asks the server may throw `BILLING_DISABLED`.
 *
 * What the server says about entitlements is kept on the device until it expires, for one user at a time. It is asked for
 * again after [sync], and when the app comes to the foreground or back online.
 *
 * ```kotlin
 * if (auth.billing.has("export")) showExport()
 * ```
 */
public class Billing internal constructor(private val caller: Caller) {
    private val cache = EntitlementCache(caller)
    private val asUser = caller.asUser

    /**
     * Lists every entitlement of the project, and whether the user has it now. Always asks the server; when it cannot be
     * reached, answers with what it said last, without what has expired since.
     *
     * @throws AuthException `NETWORK` or another retryable reason, when nothing is known about the user yet.
     */
    public suspend fun entitlements(): List<Entitlement> = caller.run { cache.entitlements() }

    /**
     * Whether the user has the entitlement now. A yes is repeated for a minute without asking the server. Offline, it is what
     * the server said last, until the entitlement expires.
     *
     * @throws AuthException `NETWORK` or another retryable reason, when nothing is known about the user yet.
     */
    public suspend fun has(entitlement: String): Boolean = caller.run { cache.has(entitlement) }

    /** Like [has], but at once and without asking anybody: null while nothing is known about the user. */
    public fun hasCached(entitlement: String): Boolean? = cache.hasCached(entitlement)

    /**
     * The user's entitlements, again whenever they change and when somebody else signs in; null while nothing is known. While
     * it is collected, the server is asked, unless that was done during the last minute.
     */
    public fun entitlementsFlow(): Flow<List<Entitlement>?> =
        callbackFlow {
            val listener: () -> Unit = { trySend(cache.current()) }
            caller.scope.launch {
                listener()
                cache.listen(listener)
            }
            awaitClose { caller.scope.launch { cache.forget(listener) } }
        }.conflate().distinctUntilChanged()

    /** Fetches what the project sells, with the product ids of each store. */
    public suspend fun config(): Catalog = caller.run { Catalog(asUser("${SERVICE}GetBillingConfig")) }

    /** Returns the id of the user for the stores. Give it to Google Play as the obfuscated account id. */
    public suspend fun accountToken(): String =
        caller.run { asUser("${SERVICE}GetBillingAccount").text("purchaseAccountToken").orEmpty() }

    /** Lists the user's subscriptions, newest first, including those that have ended. */
    public suspend fun subscriptions(): List<Subscription> =
        caller.run { asUser("${SERVICE}ListSubscriptions").children("subscriptions").map(::subscriptionOf) }

    /** Lists what the user bought once, newest first, including what was refunded; at most 1000. */
    public suspend fun purchases(): List<OneTimePurchase> =
        caller.run { asUser("${SERVICE}ListPurchases").children("purchases").map(::purchaseOf) }

    /**
     * Tells the server what the store sold: after a purchase, and to restore purchases. At most 20 at once; each has its own
     * result, in the same order. [has] knows of it at once. Safe to repeat.
     */
    public suspend fun sync(purchases: List<Purchase>): List<PurchaseResult> =
        caller.run {
            val answer = cache.ask("SyncPurchases", jsonOf("purchases" to purchases.map(::purchaseJson)))
            answer.children("results").map { result ->
                PurchaseResult(
                    result.child("subscription")?.let(::subscriptionOf),
                    result.child("purchase")?.let(::purchaseOf),
                    result.textOrNone("errorReason"),
                )
            }
        }

    /**
     * Returns the URL of a Stripe page where the user can subscribe or buy a one-time product. Open it in a browser. A page
     * that was returned before for the same can no longer be paid on.
     *
     * @param allowOtherStore true when the user knows that a subscription in the App Store or Google Play goes on.
     * @throws AuthException `ALREADY_SUBSCRIBED` (open [portal] instead), `ALREADY_PURCHASED`, `SUBSCRIBED_IN_OTHER_STORE`
     *   (ask, then pass `allowOtherStore`), `PRODUCT_UNKNOWN`, `PRODUCT_RETIRED`, `REDIRECT_NOT_ALLOWED`,
     *   `STORE_NOT_CONFIGURED`, `STORE_UNAVAILABLE`.
     */
    public suspend fun checkout(
        productId: String,
        successUrl: String,
        cancelUrl: String,
        allowOtherStore: Boolean = false,
    ): String =
        caller.run {
            val request =
                jsonOf(
                    "productId" to productId,
                    "successUrl" to successUrl,
                    "cancelUrl" to cancelUrl,
                    "allowOtherStore" to allowOtherStore,
                )
            asUser("${SERVICE}CreateCheckoutSession", request).text("url").orEmpty()
        }

    /**
     * Returns the URL of a Stripe page where the user manages what they bought there. Open it in a browser.
     *
     * @throws AuthException `NOT_FOUND` (the user has no customer at Stripe), `REDIRECT_NOT_ALLOWED`, `STORE_NOT_CONFIGURED`,
     *   `STORE_UNAVAILABLE`.
     */
    public suspend fun portal(returnUrl: String): String =
        caller.run { asUser("${SERVICE}CreatePortalSession", jsonOf("returnUrl" to returnUrl)).text("url").orEmpty() }
}

private fun purchaseJson(purchase: Purchase): JsonObject =
    when (purchase) {
        is Purchase.AppStore -> jsonOf("appStoreSignedTransaction" to purchase.signedTransaction)
        is Purchase.PlayStore ->
            jsonOf(
                "playStore" to
                    jsonOf(
                        "packageName" to purchase.packageName,
                        "purchaseToken" to purchase.purchaseToken,
                        "oneTime" to if (purchase.oneTime) true else null,
                    ),
            )
    }
