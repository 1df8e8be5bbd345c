import Foundation

extension AuthClient {
  /// Fetches the signed-in user from the server and updates `user`. For example after your backend changed the user.
  @discardableResult
  public func refreshUser() async throws -> User {
    keepUser(try await callAsUser("GetMe"))
  }

  /// Changes the user's display name, picture and language. What is nil stays as it is; an empty string removes it.
  ///
  /// - Throws: `.invalidRequest` (`metadata["field"]` says which).
  @discardableResult
  public func updateUser(
    displayName: String? = nil, avatarURL: String? = nil, locale: String? = nil
  ) async throws -> User {
    let request = Fields([
      "displayName": .text(displayName), "avatarUrl": .text(avatarURL), "locale": .text(locale),
    ])
    return keepUser(try await callAsUser("UpdateMe", request))
  }

  /// Removes a Google or Apple account from the user. It also ends the sessions that were opened with it, perhaps this
  /// one. Needs `currentPassword`, unless the user signed in during the last ten minutes.
  ///
  /// - Throws: `.lastSignInMethod`, `.reauthenticationRequired`, `.invalidCredentials` (wrong current password),
  ///   `.notFound`.
  @discardableResult
  public func unlinkIdentity(_ provider: Provider, currentPassword: String? = nil) async throws -> User {
    let request = Fields(["provider": provider.wireName, "currentPassword": .text(currentPassword)])
    return keepUser(try await callAsUser("UnlinkIdentity", request))
  }

  /// Changes the password and ends the user's other sessions. A user who has no password yet gets one with
  /// `linkPassword`.
  ///
  /// - Throws: `.invalidCredentials` (wrong current password), `.weakPassword`.
  public func changePassword(current: String, new: String) async throws {
    let request: Fields = ["currentPassword": .string(current), "newPassword": .string(new)]
    let answer = try await callAsUser("ChangePassword", request)
    await keepDeviceToken(answer.text("deviceToken"))
  }

  /// Emails a confirmation link to a new address. The old address stays in use until the user follows the link. Succeeds
  /// also when another account has the new address; then no link is sent.
  ///
  /// - Throws: `.reauthenticationRequired`, `.invalidCredentials` (wrong current password).
  public func requestEmailChange(to newEmail: String, currentPassword: String? = nil) async throws {
    let request = Fields(["newEmail": .string(newEmail), "currentPassword": .text(currentPassword)])
    _ = try await callAsUser("RequestEmailChange", request)
  }

  /// Lists the devices on which the user is signed in, the most recently used first. `isCurrent` marks this one.
  public func sessions() async throws -> [DeviceSession] {
    try await callAsUser("ListMySessions").objects("sessions").map(DeviceSession.init)
  }

  /// Ends the session of one device of the user. Succeeds also when it has already ended.
  ///
  /// - Throws: `.notFound` (not a session of this user).
  public func revokeSession(id: String) async throws {
    _ = try await callAsUser("RevokeMySession", ["sessionId": .string(id)])
  }

  /// Deletes the user's account permanently and signs out. Needs `currentPassword`, unless the user is a guest or signed
  /// in during the last ten minutes.
  ///
  /// - Returns: When the account will be deleted, where the project has a grace period: signing in before then keeps it.
  ///   Nil when it is deleted already.
  /// - Throws: `.reauthenticationRequired`, `.invalidCredentials` (wrong current password).
  @discardableResult
  public func deleteAccount(currentPassword: String? = nil) async throws -> Date? {
    let request = Fields(["currentPassword": .text(currentPassword)])
    return try await shielded { client in
      var answer: Fields = [:]
      do {
        answer = try await client.callAsUser("DeleteAccount", request)
      } catch let error as AuthError where error.metadata["cause"] != nil {
        // An earlier call has deleted the account, but its answer was lost.
      }
      try await client.close(.deleted)
      return answer.date("deletionTime")
    }
  }

  /// Fetches which sign-in methods are enabled, the password policy and the theme, for your sign-in screen.
  public func projectConfig() async throws -> ProjectConfig {
    ProjectConfig(fields: try await call("auth.v1.ConfigService/GetProjectConfig"))
  }
}

/// A device on which the user is signed in.
public struct DeviceSession: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id, for `revokeSession`.
  public var id: String { fields.string("id") }
  /// The device, as its app named it.
  public var device: String { fields.string("device") }
  /// When the user signed in there.
  public var createdAt: Date? { fields.date("createdAt") }
  /// When it last renewed its token.
  public var lastUsedAt: Date? { fields.date("lastUsedAt") }
  /// Whether it is this device.
  public var isCurrent: Bool { fields.bool("current") }
}
