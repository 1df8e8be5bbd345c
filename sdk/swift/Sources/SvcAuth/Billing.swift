import Foundation

/// What the project sells, and what the signed-in user bought and may use. Unlock features by entitlement, not by product.
/// Every method that asks the server may throw `.billingDisabled`.
///
/// What the server says about entitlements is kept on the device until it expires, for one user at a time. It is asked for
/// again after `sync`, and when the app comes to the foreground or back online.
public struct Billing: Sendable {
  let client: AuthClient

  /// Lists every entitlement of the project, and whether the user has it now. Always asks the server; when it cannot be
  /// reached, answers with what it said last, without what has expired since.
  ///
  /// - Throws: `.network` or another retryable reason, when nothing is known about the user yet.
  public func entitlements() async throws -> [Entitlement] {
    try await client.entitlements()
  }

  /// Whether the user has the entitlement now. A yes is repeated for a minute without asking the server. Offline, it is
  /// what the server said last, until the entitlement expires.
  ///
  /// - Throws: `.network` or another retryable reason, when nothing is known about the user yet.
  public func has(_ entitlement: String) async throws -> Bool {
    try await client.hasEntitlement(entitlement)
  }

  /// Like `has`, but without asking anybody: nil while nothing is known about the user, such as right after the start.
  public func hasCached(_ entitlement: String) async -> Bool? {
    await client.hasCachedEntitlement(entitlement)
  }

  /// The user's entitlements, now and whenever they change; nil while nothing is known. Reads what is kept and asks the
  /// server, unless that was done during the last minute.
  public var updates: AsyncStream<[Entitlement]?> {
    let stream = client.entitlementView.stream()
    Task { await client.followEntitlements() }
    return stream
  }

  /// Fetches what the project sells, with the product ids of each store.
  public func config() async throws -> BillingConfig {
    BillingConfig(fields: try await client.callAsUser(Self.service("GetBillingConfig")))
  }

  /// Returns the id of the user for the stores. Give it to StoreKit as `appAccountToken`: it ties a purchase to the user
  /// who made it.
  public func accountToken() async throws -> UUID? {
    UUID(uuidString: try await client.callAsUser(Self.service("GetBillingAccount")).string("purchaseAccountToken"))
  }

  /// Lists the user's subscriptions, newest first, including those that have ended.
  public func subscriptions() async throws -> [Subscription] {
    let answer = try await client.callAsUser(Self.service("ListSubscriptions"))
    return answer.objects("subscriptions").map(Subscription.init(answer:))
  }

  /// Lists what the user bought once, newest first, including what was refunded; at most 1000.
  public func purchases() async throws -> [OneTimePurchase] {
    let answer = try await client.callAsUser(Self.service("ListPurchases"))
    return answer.objects("purchases").map(OneTimePurchase.init(answer:))
  }

  /// Tells the server what the App Store or Google Play sold: after a purchase, and to restore purchases. At most 20 at
  /// once; each has its own result, in the same order. `has` knows of it at once. Safe to repeat.
  public func sync(_ purchases: [Purchase]) async throws -> [PurchaseResult] {
    let request: Fields = ["purchases": .array(purchases.map { .object($0.fields) })]
    return try await client.askForEntitlements("SyncPurchases", request).objects("results").map(PurchaseResult.init)
  }

  /// Returns the URL of a Stripe page where the user can subscribe or buy a one-time product. A page that was returned
  /// before for the same can no longer be paid on.
  ///
  /// - Parameter allowsOtherStore: True when the user knows that a subscription in the App Store or Google Play goes on.
  /// - Throws: `ALREADY_SUBSCRIBED` (open `portal` instead), `ALREADY_PURCHASED`, `SUBSCRIBED_IN_OTHER_STORE` (ask, then
  ///   pass `allowsOtherStore`), `PRODUCT_UNKNOWN`, `PRODUCT_RETIRED`, `REDIRECT_NOT_ALLOWED`, `STORE_NOT_CONFIGURED`,
  ///   `STORE_UNAVAILABLE`.
  public func checkout(
    productID: String, successURL: URL, cancelURL: URL, allowsOtherStore: Bool = false
  ) async throws -> URL {
    let request = Fields([
      "productId": .string(productID), "successUrl": .string(successURL.absoluteString),
      "cancelUrl": .string(cancelURL.absoluteString), "allowOtherStore": allowsOtherStore ? .bool(true) : nil,
    ])
    return try Self.url(await client.callAsUser(Self.service("CreateCheckoutSession"), request))
  }

  /// Returns the URL of a Stripe page where the user manages what they bought there.
  ///
  /// - Throws: `.notFound` (the user has no customer at Stripe), `REDIRECT_NOT_ALLOWED`, `STORE_NOT_CONFIGURED`,
  ///   `STORE_UNAVAILABLE`.
  public func portal(returnURL: URL) async throws -> URL {
    let request: Fields = ["returnUrl": .string(returnURL.absoluteString)]
    return try Self.url(await client.callAsUser(Self.service("CreatePortalSession"), request))
  }

  private static func url(_ answer: Fields) throws -> URL {
    guard let url = URL(string: answer.string("url")) else { throw AuthError.noAnswer() }
    return url
  }

  static func service(_ method: String) -> String { "billing.v1.BillingService/\(method)" }
}

/// What the App Store or Google Play gave to the app after a purchase.
public enum Purchase: Sendable, Hashable {
  /// The `jwsRepresentation` of StoreKit's verification result.
  case appStore(signedTransaction: String)
  /// A purchase at Google Play.
  case playStore(packageName: String, purchaseToken: String, isOneTime: Bool = false)

  var fields: Fields {
    switch self {
    case .appStore(let transaction): return ["appStoreSignedTransaction": .string(transaction)]
    case .playStore(let package, let token, let isOneTime):
      let purchase = Fields([
        "packageName": .string(package), "purchaseToken": .string(token), "oneTime": isOneTime ? .bool(true) : nil,
      ])
      return ["playStore": .object(purchase)]
    }
  }
}

/// What came of one purchase of `sync`.
public enum PurchaseResult: Sendable, Hashable {
  /// It was accepted and is a subscription.
  case subscription(Subscription)
  /// It was accepted and is a one-time purchase.
  case purchase(OneTimePurchase)
  /// It was not accepted: `PURCHASE_INVALID`, `PURCHASE_OWNED_BY_OTHER_USER`, `STORE_NOT_CONFIGURED` or `STORE_UNAVAILABLE`
  /// (sync it again later).
  case refused(reason: String)

  init(_ fields: Fields) {
    if let subscription = fields["subscription"]?.object {
      self = .subscription(Subscription(answer: subscription))
    } else if let purchase = fields["purchase"]?.object {
      self = .purchase(OneTimePurchase(answer: purchase))
    } else {
      self = .refused(reason: fields.string("errorReason"))
    }
  }
}

extension AuthClient {
  /// Entitlements, subscriptions and purchases.
  public nonisolated var billing: Billing { Billing(client: self) }
}
