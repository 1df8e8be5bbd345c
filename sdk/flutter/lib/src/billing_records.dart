import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/wire_names.dart';

/// A subscription that the user bought. Prices are in millionths of the currency.
final class Subscription extends JsonRecord {
  /// Reads what the server said.
  Subscription.fromWire(Json wire)
    : super({
        ...wire,
        'store': shortName('STORE', wire['store']),
        'state': shortName('SUBSCRIPTION_STATE', wire['state']),
      });

  /// The subscription.
  String get id => text('id');

  /// Who sold it: `app_store`, `play_store`, `stripe`, or `manual` for a grant without a purchase.
  String get store => text('store');

  /// How it stands. The user has access while it is `trialing`, `active`, `canceled` (paid, but will not renew) or in its
  /// `grace_period`. The others are `pending`, `on_hold`, `paused`, `expired` and `revoked`.
  String get state => text('state');

  /// What the user subscribes to.
  String get tierId => text('tierId');

  /// The product in the store.
  String get storeProductId => text('storeProductId');

  /// Whether it goes on after this period.
  bool get willRenew => flag('willRenew');

  /// Whether nothing was paid yet.
  bool get isTrial => flag('isTrial');

  /// Until when the user has access.
  DateTime? get accessUntil => timeOrNull('accessUntil');

  /// When the period ends.
  DateTime? get currentPeriodEnd => timeOrNull('currentPeriodEnd');

  /// What a period costs.
  int get priceMicros => number('priceMicros');

  /// The currency of the price.
  String get currency => text('currency');

  /// Where the user manages it.
  String get managementUrl => text('managementUrl');
}

/// Something that the user bought once. Prices are in millionths of the currency.
final class OneTimePurchase extends JsonRecord {
  /// Reads what the server said.
  OneTimePurchase.fromWire(Json wire)
    : super({
        ...wire,
        'store': shortName('STORE', wire['store']),
        'kind': shortName('PURCHASE_KIND', wire['kind']),
        'state': shortName('PURCHASE_STATE', wire['state']),
      });

  /// The purchase.
  String get id => text('id');

  /// Who sold it: `app_store`, `play_store`, `stripe` or `manual`.
  String get store => text('store');

  /// What it is: `lifetime`, `consumable` or `non_renewing`; null when the project's catalog does not know the product.
  String? get kind => textOrNull('kind');

  /// How it stands: `pending`, `paid`, `refunded` or `canceled`. Only what is `paid` counts.
  String get state => text('state');

  /// The product in the project's catalog.
  String get productId => text('productId');

  /// The product in the store.
  String get storeProductId => text('storeProductId');

  /// How many were bought.
  int get quantity => number('quantity');

  /// When it was bought.
  DateTime? get purchasedAt => timeOrNull('purchasedAt');
}

/// Something that the app unlocks, and whether the user has it now.
final class Entitlement extends JsonRecord {
  /// Wraps what is stored.
  const Entitlement(super.json);

  /// Reads what the server said.
  factory Entitlement.fromWire(Json wire) {
    final store = shortName('STORE', wire['store']);
    return Entitlement({...wire}..remove('store')).._set('store', store);
  }

  /// What your app calls it.
  String get id => text('id');

  /// Whether the user has it now.
  bool get isActive => flag('active');

  /// Until when; null when it does not end.
  DateTime? get expiresAt => timeOrNull('expiresAt');

  /// Who sold it; null while the user does not have it.
  String? get store => textOrNull('store');

  /// Whether it goes on.
  bool get willRenew => flag('willRenew');

  /// The same, as it stands when it has expired.
  Entitlement get ended => Entitlement({...json, 'active': false});

  void _set(String name, Object? value) {
    if (value != null) json[name] = value;
  }
}

/// What the project sells. Everything about it is in [json].
final class BillingConfig extends JsonRecord {
  /// Wraps what the server said.
  const BillingConfig(super.json);

  /// What users can subscribe to, by rank: `id`, `name`, `rank`, `entitlementIds`, and `products` with the product ids of
  /// each store.
  List<Json> get tiers => jsonObjects(json['tiers']);

  /// What users can buy once, with the product ids of each store.
  List<Json> get oneTimeProducts => [
    for (final each in jsonObjects(json['oneTimeProducts']))
      {...each, 'kind': shortName('PURCHASE_KIND', each['kind'])},
  ];

  /// The stores that are set up: `app_store`, `play_store`, `stripe`.
  List<String> get stores => [for (final each in jsonTexts(json['stores'])) ?shortName('STORE', each)];

  @override
  String toString() => 'BillingConfig(${tiers.length} tiers)';
}

/// What the App Store or Google Play gave to the app after a purchase.
sealed class StorePurchase {
  const StorePurchase();

  /// The `jwsRepresentation` of StoreKit's transaction.
  const factory StorePurchase.appStore(String signedTransaction) = AppStorePurchase;

  /// A purchase at Google Play. [oneTime] is true for a one-time product.
  const factory StorePurchase.playStore({
    required String packageName,
    required String purchaseToken,
    bool oneTime,
  }) = PlayStorePurchase;

  /// As the API has it.
  Json toJson();
}

/// A purchase in the App Store.
final class AppStorePurchase extends StorePurchase {
  /// The `jwsRepresentation` of StoreKit's transaction.
  const AppStorePurchase(this.signedTransaction);

  /// What StoreKit gave to the app.
  final String signedTransaction;

  @override
  Json toJson() => {'appStoreSignedTransaction': signedTransaction};
}

/// A purchase at Google Play.
final class PlayStorePurchase extends StorePurchase {
  /// A purchase at Google Play.
  const PlayStorePurchase({required this.packageName, required this.purchaseToken, this.oneTime = false});

  /// The package name of the app, for example `com.example.app`.
  final String packageName;

  /// What Google Play gave to the app.
  final String purchaseToken;

  /// True for a one-time product, false for a subscription.
  final bool oneTime;

  @override
  Json toJson() => {
    'playStore': {'packageName': packageName, 'purchaseToken': purchaseToken, if (oneTime) 'oneTime': true},
  };
}

/// What came of one purchase: one of the three is there.
typedef PurchaseResult = ({Subscription? subscription, OneTimePurchase? purchase, String? errorReason});
