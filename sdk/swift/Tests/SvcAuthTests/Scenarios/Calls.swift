import Foundation

@testable import SvcAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls of the scenarios, and what `SvcAuth` calls them.
struct Call: Sendable {
  let name: String
  let input: Fields

  /// `errorOf` gives the error of an earlier call.
  func run(_ client: AuthClient, errorOf: @Sendable (String) throws -> any Error) async throws -> JSONValue {
    if let session = try await session(client) { return session }
    if let part = try await part(client) { return part }
    switch name {
    case "getAccessToken":
      try input.requireKnown(["forceRefresh", "minTtlMs"])
      let minimum = input["minTtlMs"]?.double.map { $0 / 1000 }
      return .text(try await client.accessToken(forceRefresh: input.bool("forceRefresh"), minimumLifetime: minimum))
        ?? .null
    case "signOut":
      try input.requireKnown(["scope"])
      let scopes: [String: SignOutScope] = [
        "this": .this, "others": .others, "everywhere": .everywhere, "local": .local, "server": .this,
      ]
      guard let scope = scopes[input.text("scope") ?? "this"] else { throw Failure("unknown scope") }
      try await client.signOut(scope: scope)
      return .null
    case "getMe": return .object(try await client.refreshUser().fields)
    case "updateMe":
      try input.requireKnown(["displayName", "avatarUrl", "locale"])
      return .object(
        try await client.updateUser(
          displayName: input["displayName"]?.string, avatarURL: input["avatarUrl"]?.string,
          locale: input["locale"]?.string
        ).fields)
    case "changePassword":
      try await client.changePassword(current: input.string("currentPassword"), new: input.string("newPassword"))
      return .null
    case "deleteAccount":
      let time = try await client.deleteAccount(currentPassword: input.text("currentPassword"))
      return .object(Fields(["deletionTime": time.map(Shape.time)]))
    case "listMySessions": return .array(try await client.sessions().map { .object($0.fields) })
    case "send": return try await send(client)
    case "mfaBegin":
      return Shape.step(await client.mfa.begin(try errorOf(input.string("call"))))
    default: throw Failure("unknown call \(name)")
    }
  }

  /// Calls that give a session.
  private func session(_ client: AuthClient) async throws -> JSONValue? {
    let (email, password) = (input.string("email"), input.string("password"))
    let provider = Provider(rawValue: input.string("provider"))
    switch name {
    case "signUp":
      return Shape.signUp(
        try await client.signUp(email: email, password: password, displayName: input.text("displayName")))
    case "signInWithPassword": return Shape.session(try await client.signIn(email: email, password: password))
    case "linkPassword": return Shape.session(try await client.linkPassword(email: email, password: password))
    case "signInAnonymously": return Shape.session(try await client.signInAnonymously())
    case "signInWithIdToken":
      return Shape.session(
        try await client.signInWithIDToken(provider, idToken: input.string("idToken"), nonce: input.text("nonce")))
    case "linkIdToken":
      return Shape.session(
        try await client.linkIDToken(provider, idToken: input.string("idToken"), nonce: input.text("nonce")))
    case "signInWithBrowser":
      return Shape.session(try await client.signInWithBrowser(provider, redirectTo: try url("redirectTo")))
    case "linkWithBrowser":
      return Shape.session(try await client.linkWithBrowser(provider, redirectTo: try url("redirectTo")))
    case "completeRedirect": return try await client.completeRedirect(try url("url")).map(Shape.session) ?? .null
    default: return nil
    }
  }

  /// Calls of the parts of the client.
  private func part(_ client: AuthClient) async throws -> JSONValue? {
    switch name {
    case "requestEmailCode":
      try await client.emailCodes.request(email: input.string("email"))
      return .null
    case "signInWithEmailCode": return Shape.session(try await client.emailCodes.signIn(code: input.string("code")))
    case "emailCodeFromUrl": return .text(await client.emailCodes.code(from: try url("url"))) ?? .null
    case "pendingEmailCode": return Shape.pending(await client.emailCodes.pending())
    case "registerPushDevice": return .object(try await client.push.register(try registration()).fields)
    case "unregisterPushDevice":
      try await client.push.unregister()
      return .null
    case "listMyPushDevices": return .array(try await client.push.devices().map { .object($0.fields) })
    case "entitlements": return .array(try await client.billing.entitlements().map { .object($0.fields) })
    case "has": return .bool(try await client.billing.has(input.string("entitlement")))
    case "hasCached": return await client.billing.hasCached(input.string("entitlement")).map(JSONValue.bool) ?? .null
    case "sync": return .array(try await client.billing.sync(purchases()).map(Shape.purchase))
    case "mfaCompleteSignIn":
      let proof: SecondFactorProof =
        if let code = input.text("totpCode") { .totpCode(code) } else { .recoveryCode(input.string("recoveryCode")) }
      return Shape.session(try await client.mfa.completeSignIn(proof))
    case "signInWithPasskey": return Shape.session(try await client.passkeys.signIn())
    case "signUpWithPasskey":
      return Shape.signUp(
        try await client.passkeys.signUp(
          email: input.text("email"), displayName: input.text("displayName"), passkeyName: input.text("passkeyName")))
    case "linkPasskey": return Shape.session(try await client.passkeys.link(passkeyName: input.text("passkeyName")))
    default: return nil
    }
  }

  private func send(_ client: AuthClient) async throws -> JSONValue {
    try input.requireKnown(["url", "method", "body"])
    var request = URLRequest(url: try url("url"))
    if let method = input.text("method") { request.httpMethod = method }
    if let body = input["body"]?.string { request.httpBody = Data(body.utf8) }
    let (_, response) = try await client.send(request)
    return .object(["status": .int(Int64(response.statusCode))])
  }

  private func url(_ name: String) throws -> URL {
    guard let url = URL(string: input.string(name)) else { throw Failure("no URL: \(input.string(name))") }
    return url
  }

  private func registration() throws -> PushRegistration {
    let (token, appID) = (input.string("token"), input.string("appId"))
    if input.string("provider") == "fcm" { return .fcm(token: token, appID: appID) }
    let digits = Array(token)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    guard let environment = PushRegistration.Environment(rawValue: input.string("environment")) else {
      throw Failure("unknown environment")
    }
    return .apns(token: Data(bytes), appID: appID, environment: environment)
  }

  private func purchases() -> [Purchase] {
    input.objects("purchases").map { fields in
      if let transaction = fields.text("appStoreSignedTransaction") { return .appStore(signedTransaction: transaction) }
      let play = fields.object("playStore")
      return .playStore(packageName: play.string("packageName"), purchaseToken: play.string("purchaseToken"))
    }
  }
}
