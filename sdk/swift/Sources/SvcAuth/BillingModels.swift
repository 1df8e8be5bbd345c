import Foundation

/// A subscription that the user bought. Prices are in millionths of the currency. The user has access while the state is
/// `trialing`, `active`, `canceled` (paid, but will not renew) or `gracePeriod`.
public struct Subscription: Sendable, Hashable, Identifiable {
  let fields: Fields

  init(answer: Fields) {
    var fields = answer
    fields.shorten("store", prefix: "STORE")
    fields.shorten("state", prefix: "SUBSCRIPTION_STATE")
    self.fields = fields
  }

  /// How a subscription stands.
  public enum State: String, Sendable {
    /// Not paid yet.
    case pending
    /// In its trial.
    case trialing
    /// Paid.
    case active
    /// Paid, but will not renew.
    case canceled
    /// Not paid, and the store still gives access.
    case gracePeriod = "grace_period"
    /// Not paid, and the store waits.
    case onHold = "on_hold"
    /// Paused by the user.
    case paused
    /// Over.
    case expired
    /// Refunded.
    case revoked
  }

  /// The id.
  public var id: String { fields.string("id") }
  /// Who sold it.
  public var store: Store { Store(rawValue: fields.string("store")) }
  /// The product id of the store.
  public var storeProductID: String { fields.string("storeProductId") }
  /// The tier in the project's catalog.
  public var tierID: String { fields.string("tierId") }
  /// How it stands; nil when a newer server says something that this version does not know.
  public var state: State? { State(rawValue: fields.string("state")) }
  /// Whether it renews.
  public var willRenew: Bool { fields.bool("willRenew") }
  /// Whether it is a trial.
  public var isTrial: Bool { fields.bool("isTrial") }
  /// Whether it was bought in a store's test environment.
  public var isSandbox: Bool { fields.bool("sandbox") }
  /// When it began.
  public var startedAt: Date? { fields.date("startedAt") }
  /// When the current period began.
  public var currentPeriodStart: Date? { fields.date("currentPeriodStart") }
  /// When the current period ends.
  public var currentPeriodEnd: Date? { fields.date("currentPeriodEnd") }
  /// Until when the user has access.
  public var accessUntil: Date? { fields.date("accessUntil") }
  /// When the user canceled it.
  public var canceledAt: Date? { fields.date("canceledAt") }
  /// When the pause ends.
  public var pausedUntil: Date? { fields.date("pausedUntil") }
  /// The price in millionths of the currency.
  public var priceMicros: Int64 { fields.int("priceMicros") }
  /// The currency, for example `EUR`.
  public var currency: String { fields.string("currency") }
  /// Where the user manages it.
  public var managementURL: URL? { fields.text("managementUrl").flatMap { URL(string: $0) } }
  /// Whether somebody else of the family bought it.
  public var isFamilyShared: Bool { fields.bool("familyShared") }
}

/// What a one-time purchase is.
public enum PurchaseKind: String, Sendable {
  /// Gives its entitlements for good.
  case lifetime
  /// Is used up.
  case consumable
  /// Is good for a time that your backend counts.
  case nonRenewing = "non_renewing"
}

/// Something that the user bought once. Prices are in millionths of the currency.
public struct OneTimePurchase: Sendable, Hashable, Identifiable {
  let fields: Fields

  init(answer: Fields) {
    var fields = answer
    fields.shorten("store", prefix: "STORE")
    fields.shorten("kind", prefix: "PURCHASE_KIND")
    fields.shorten("state", prefix: "PURCHASE_STATE")
    self.fields = fields
  }

  /// How a one-time purchase stands. Only what is `paid` counts.
  public enum State: String, Sendable {
    /// Not paid yet.
    case pending
    /// Paid.
    case paid
    /// Refunded.
    case refunded
    /// Canceled before it was paid.
    case canceled
  }

  /// The id.
  public var id: String { fields.string("id") }
  /// Who sold it.
  public var store: Store { Store(rawValue: fields.string("store")) }
  /// The product id of the store.
  public var storeProductID: String { fields.string("storeProductId") }
  /// The product in the project's catalog.
  public var productID: String { fields.string("productId") }
  /// What it is; nil when the project's catalog does not know the product.
  public var kind: PurchaseKind? { PurchaseKind(rawValue: fields.string("kind")) }
  /// How it stands; nil when a newer server says something that this version does not know.
  public var state: State? { State(rawValue: fields.string("state")) }
  /// How many were bought.
  public var quantity: Int { Int(fields.int("quantity")) }
  /// When it was bought.
  public var purchasedAt: Date? { fields.date("purchasedAt") }
  /// When it was used up.
  public var consumedAt: Date? { fields.date("consumedAt") }
  /// When it was refunded.
  public var refundedAt: Date? { fields.date("refundedAt") }
  /// Whether it was bought in a store's test environment.
  public var isSandbox: Bool { fields.bool("sandbox") }
  /// The price in millionths of the currency.
  public var priceMicros: Int64 { fields.int("priceMicros") }
  /// The currency, for example `EUR`.
  public var currency: String { fields.string("currency") }
  /// Whether somebody else of the family bought it.
  public var isFamilyShared: Bool { fields.bool("familyShared") }
}
