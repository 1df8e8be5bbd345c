/// What the project sells.
public struct BillingConfig: Sendable, Hashable {
  let fields: Fields

  /// What users can subscribe to, by rank.
  public var tiers: [Tier] { fields.objects("tiers").map(Tier.init) }
  /// What users can buy once.
  public var oneTimeProducts: [OneTimeProduct] { fields.objects("oneTimeProducts").map(OneTimeProduct.init(answer:)) }
  /// The stores that are set up.
  public var stores: [Store] {
    fields.strings("stores").map { name in
      var store: Fields = ["store": .string(name)]
      store.shorten("store", prefix: "STORE")
      return Store(rawValue: store.string("store"))
    }
  }
}

/// What users subscribe to.
public struct Tier: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id in the project's catalog.
  public var id: String { fields.string("id") }
  /// The name to show.
  public var name: String { fields.string("name") }
  /// A higher rank replaces a lower one.
  public var rank: Int { Int(fields.int("rank")) }
  /// What it unlocks.
  public var entitlementIDs: [String] { fields.strings("entitlementIds") }
  /// The ways to buy it.
  public var products: [Product] { fields.objects("products").map(Product.init) }
}

/// One way to buy a tier: a period and its price, with the product ids of each store.
public struct Product: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id in the project's catalog.
  public var id: String { fields.string("id") }
  /// How long it lasts, for example `P1M`.
  public var period: String { fields.string("period") }
  /// The currency, for example `EUR`.
  public var currency: String { fields.string("currency") }
  /// The price.
  public var amount: String { fields.string("amount") }
  /// How long it can be tried, for example `P7D`; nil when it cannot.
  public var trial: String? { fields.text("trial") }
  /// The product id in the App Store.
  public var appStoreProductID: String? { fields.text("appStoreProductId") }
  /// The product id in Google Play.
  public var playStoreProductID: String? { fields.text("playStoreProductId") }
  /// The base plan in Google Play.
  public var playStoreBasePlanID: String? { fields.text("playStoreBasePlanId") }
  /// Whether Stripe sells it.
  public var isSoldByStripe: Bool { fields.bool("stripe") }
}

/// Something that users buy once, with its product ids of each store.
public struct OneTimeProduct: Sendable, Hashable, Identifiable {
  let fields: Fields

  init(answer: Fields) {
    var fields = answer
    fields.shorten("kind", prefix: "PURCHASE_KIND")
    self.fields = fields
  }

  /// The id in the project's catalog.
  public var id: String { fields.string("id") }
  /// The name to show.
  public var name: String { fields.string("name") }
  /// What it is; nil when a newer server says something that this version does not know.
  public var kind: PurchaseKind? { PurchaseKind(rawValue: fields.string("kind")) }
  /// What it unlocks.
  public var entitlementIDs: [String] { fields.strings("entitlementIds") }
  /// The currency, for example `EUR`.
  public var currency: String { fields.string("currency") }
  /// The price.
  public var amount: String { fields.string("amount") }
  /// The product id in the App Store.
  public var appStoreProductID: String? { fields.text("appStoreProductId") }
  /// The product id in Google Play.
  public var playStoreProductID: String? { fields.text("playStoreProductId") }
  /// Whether Stripe sells it.
  public var isSoldByStripe: Bool { fields.bool("stripe") }
}
