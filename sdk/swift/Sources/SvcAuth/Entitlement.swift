import Foundation

/// Something that the app unlocks, and whether the user has it now.
public struct Entitlement: Sendable, Hashable, Identifiable {
  private(set) var fields: Fields

  init(fields: Fields) { self.fields = fields }

  init(answer: Fields) {
    fields = answer
    fields.shorten("store", prefix: "STORE")
  }

  /// Its name in the project's catalog.
  public var id: String { fields.string("id") }
  /// Whether the user has it now.
  public var isActive: Bool { fields.bool("active") }
  /// Until when the user has it; nil when it does not expire.
  public var expiresAt: Date? { fields.date("expiresAt") }
  /// Who sold it; nil while the user does not have it.
  public var store: Store? { fields.text("store").map(Store.init) }
  /// The subscription that gives it.
  public var subscriptionID: String? { fields.text("subscriptionId") }
  /// The one-time purchase that gives it.
  public var purchaseID: String? { fields.text("purchaseId") }
  /// Whether it was bought in a store's test environment.
  public var isSandbox: Bool { fields.bool("sandbox") }
  /// Whether the subscription renews.
  public var willRenew: Bool { fields.bool("willRenew") }

  /// As it is at this time of the server.
  func at(_ now: Int64) -> Entitlement {
    guard let text = fields.text("expiresAt"), let expiry = Timestamp.milliseconds(text), expiry <= now else {
      return self
    }
    var expired = self
    expired.fields["active"] = .bool(false)
    return expired
  }
}

/// Who sold it.
public struct Store: RawRepresentable, Hashable, Sendable {
  /// The short name.
  public let rawValue: String
  /// A store by its short name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The App Store.
  public static let appStore = Self(rawValue: "app_store")
  /// Google Play.
  public static let playStore = Self(rawValue: "play_store")
  /// Stripe.
  public static let stripe = Self(rawValue: "stripe")
  /// Nobody: a grant without a purchase.
  public static let manual = Self(rawValue: "manual")
}
