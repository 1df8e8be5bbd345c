import 'package:svc_auth/src/billing_records.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/entitlement_cache.dart';
import 'package:svc_auth/src/json.dart';

const _service = 'billing.v1.BillingService/';

/// What the project sells, and what the signed-in user bought and may use. An app gets it as `auth.billing`. Unlock
/// features by entitlement, not by product. Every method that asks the server may fail with `BILLING_DISABLED`.
///
/// What the server says about entitlements is kept on the device until it expires, for one user at a time. It is asked for
/// again after [sync], and when the app comes to the foreground.
///
/// ```dart
/// if (await auth.billing.has('export')) show('Export to PDF is unlocked.');
/// ```
class Billing {
  /// Of this client.
  Billing(this._caller) : _cache = EntitlementCache(_caller);

  final Caller _caller;
  final EntitlementCache _cache;

  /// Lists every entitlement of the project, and whether the user has it now. Always asks the server; when it cannot be
  /// reached, answers with what it said last, without what has expired since.
  ///
  /// Reasons: `NETWORK` or another retryable one, when nothing is known about the user yet.
  Future<List<Entitlement>> entitlements() => _cache.entitlements();

  /// Whether the user has the entitlement now. A yes is repeated for a minute without asking the server. Offline, it is
  /// what the server said last, until the entitlement expires.
  ///
  /// Reasons: `NETWORK` or another retryable one, when nothing is known about the user yet.
  Future<bool> has(String entitlement) => _cache.has(entitlement);

  /// Like [has], but at once and without asking anybody: null while nothing is known about the user, such as right after
  /// the start.
  bool? hasCached(String entitlement) => _cache.hasCached(entitlement);

  /// The user's entitlements whenever they have changed, and when somebody else signs in; null while nothing is known.
  /// Listening reads what is kept and asks the server, unless that was done during the last minute.
  Stream<List<Entitlement>?> get entitlementChanges => _cache.watched.changes;

  /// Fetches what the project sells, with the product ids of each store.
  Future<BillingConfig> config() async => BillingConfig(await _caller.asUser('${_service}GetBillingConfig'));

  /// Returns the id of the user for the stores. Give it to StoreKit as `appAccountToken` and to Google Play as the
  /// obfuscated account id: it ties a purchase to the user who made it.
  Future<String> accountToken() async =>
      '${(await _caller.asUser('${_service}GetBillingAccount'))['purchaseAccountToken'] ?? ''}';

  /// Lists the user's subscriptions, newest first, including those that have ended.
  Future<List<Subscription>> subscriptions() async {
    final answer = await _caller.asUser('${_service}ListSubscriptions');
    return [for (final each in jsonObjects(answer['subscriptions'])) Subscription.fromWire(each)];
  }

  /// Lists what the user bought once, newest first, including what was refunded; at most 1000.
  Future<List<OneTimePurchase>> purchases() async {
    final answer = await _caller.asUser('${_service}ListPurchases');
    return [for (final each in jsonObjects(answer['purchases'])) OneTimePurchase.fromWire(each)];
  }

  /// Tells the server what the App Store or Google Play sold: after a purchase, and to restore purchases. At most 20 at
  /// once; each has its own result, in the same order. [has] knows of it at once. Safe to repeat.
  ///
  /// An `errorReason` is `PURCHASE_INVALID`, `PURCHASE_OWNED_BY_OTHER_USER`, `STORE_NOT_CONFIGURED` or
  /// `STORE_UNAVAILABLE` (sync it again later).
  Future<List<PurchaseResult>> sync(List<StorePurchase> purchases) async {
    final answer = await _cache.ask('SyncPurchases', {
      'purchases': [for (final each in purchases) each.toJson()],
    });
    return [for (final each in jsonObjects(answer['results'])) _resultOf(each)];
  }

  /// Returns the URL of a Stripe page where the user can subscribe or buy a one-time product. Open it in a browser. A page
  /// that was returned before for the same can no longer be paid on. [allowOtherStore]: the user knows that a subscription
  /// in the App Store or Google Play goes on.
  ///
  /// Reasons: `ALREADY_SUBSCRIBED` (open [portal] instead, which also switches plans), `ALREADY_PURCHASED` (a lifetime
  /// product that the user has), `SUBSCRIBED_IN_OTHER_STORE` (ask, then pass [allowOtherStore]), `PRODUCT_UNKNOWN`,
  /// `PRODUCT_RETIRED`, `REDIRECT_NOT_ALLOWED`, `STORE_NOT_CONFIGURED`, `STORE_UNAVAILABLE`.
  Future<Uri> checkout({
    required String productId,
    required Uri successUrl,
    required Uri cancelUrl,
    bool allowOtherStore = false,
  }) => _page('CreateCheckoutSession', {
    'productId': productId,
    'successUrl': '$successUrl',
    'cancelUrl': '$cancelUrl',
    if (allowOtherStore) 'allowOtherStore': true,
  });

  /// Returns the URL of a Stripe page where the user manages what they bought there. Open it in a browser. The project's
  /// settings must allow [returnUrl].
  ///
  /// Reasons: `NOT_FOUND` (the user has no customer at Stripe), `REDIRECT_NOT_ALLOWED`, `STORE_NOT_CONFIGURED`,
  /// `STORE_UNAVAILABLE`.
  Future<Uri> portal({required Uri returnUrl}) => _page('CreatePortalSession', {'returnUrl': '$returnUrl'});

  Future<Uri> _page(String method, Json request) async =>
      Uri.parse('${(await _caller.asUser('$_service$method', request))['url'] ?? ''}');
}

PurchaseResult _resultOf(Json wire) {
  final subscription = wire['subscription'];
  final purchase = wire['purchase'];
  final errorReason = wire['errorReason'];
  return (
    subscription: subscription is Json ? Subscription.fromWire(subscription) : null,
    purchase: purchase is Json ? OneTimePurchase.fromWire(purchase) : null,
    errorReason: errorReason is String && errorReason.isNotEmpty ? errorReason : null,
  );
}
