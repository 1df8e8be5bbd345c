import Foundation

/// Registers the signed-in user's devices for notifications.
public struct PushDevices: Sendable {
  let client: AuthClient

  /// Registers this installation for notifications, or updates its registration. Call it at every start of the app and
  /// when the app gets a new push token.
  ///
  /// - Throws: `.invalidRequest` (`metadata["field"]` says which).
  @discardableResult
  public func register(_ registration: PushRegistration) async throws -> PushDevice {
    let id = try await client.installationID()
    let request = registration.fields.merging(["installationId": .string(id)]) { _, id in id }
    let answer = try await client.callAsUser(Self.service("RegisterPushDevice"), request)
    return PushDevice(answer: answer.object("device"))
  }

  /// Removes this installation, or the device that you name. `signOut` removes this installation, too.
  public func unregister(deviceID: String? = nil) async throws {
    var request = Fields(["deviceId": .text(deviceID)])
    if deviceID == nil { request["installationId"] = .string(try await client.installationID()) }
    _ = try await client.callAsUser(Self.service("UnregisterPushDevice"), request)
  }

  /// Lists the user's devices that are registered for notifications, without their tokens.
  public func devices() async throws -> [PushDevice] {
    let answer = try await client.callAsUser(Self.service("ListMyPushDevices"))
    return answer.objects("devices").map(PushDevice.init(answer:))
  }

  private static func service(_ method: String) -> String { "push.v1.PushService/\(method)" }
}

/// What `register` takes.
public struct PushRegistration: Sendable {
  /// Which server of Apple knows the token.
  public enum Environment: String, Sendable {
    /// For development builds.
    case sandbox
    /// For all other builds.
    case production
  }

  let provider: String
  let token: String
  let environment: Environment?
  /// The bundle id of the app.
  public var appID: String
  /// The version of the app.
  public var appVersion: String?
  /// The operating system.
  public var os: String?
  /// Its version.
  public var osVersion: String?
  /// The model of the device.
  public var deviceModel: String?
  /// The language of the user, such as `de-AT`.
  public var locale: String?
  /// The time zone of the user, such as `Europe/Vienna`.
  public var timeZone: String?
  /// Whether the user allows notifications.
  public var areNotificationsEnabled: Bool?

  /// A device token of Apple, as `didRegisterForRemoteNotificationsWithDeviceToken` gives it.
  public static func apns(token: Data, appID: String, environment: Environment) -> PushRegistration {
    PushRegistration(provider: "APNS", token: Hex.encode(Array(token)), environment: environment, appID: appID)
  }

  /// A registration token of Firebase.
  public static func fcm(token: String, appID: String) -> PushRegistration {
    PushRegistration(provider: "FCM", token: token, environment: nil, appID: appID)
  }

  var fields: Fields {
    Fields([
      "provider": .string("PUSH_PROVIDER_\(provider)"), "token": .string(token), "appId": .string(appID),
      "environment": .text(environment.map { "PUSH_ENVIRONMENT_\($0.rawValue.uppercased())" }),
      "appVersion": .text(appVersion), "os": .text(os), "osVersion": .text(osVersion),
      "deviceModel": .text(deviceModel), "locale": .text(locale), "timezone": .text(timeZone),
      "notificationsEnabled": areNotificationsEnabled.map(JSONValue.bool),
    ])
  }
}

/// A device of the user that is registered for notifications.
public struct PushDevice: Sendable, Hashable, Identifiable {
  let fields: Fields

  init(answer: Fields) {
    var fields = answer
    fields.shorten("provider", prefix: "PUSH_PROVIDER")
    fields.shorten("environment", prefix: "PUSH_ENVIRONMENT")
    self.fields = fields
  }

  /// The id, for `unregister`.
  public var id: String { fields.string("id") }
  /// The id of the installation, which outlives sign-outs.
  public var installationID: String { fields.string("installationId") }
  /// Who delivers the notifications: `apns` or `fcm`.
  public var provider: String { fields.string("provider") }
  /// Which server of Apple knows the token; nil for Firebase.
  public var environment: PushRegistration.Environment? {
    fields.text("environment").flatMap { PushRegistration.Environment(rawValue: $0) }
  }
  /// The bundle id of the app.
  public var appID: String { fields.string("appId") }
  /// The version of the app.
  public var appVersion: String? { fields.text("appVersion") }
  /// The operating system.
  public var os: String? { fields.text("os") }
  /// Its version.
  public var osVersion: String? { fields.text("osVersion") }
  /// The model of the device.
  public var deviceModel: String? { fields.text("deviceModel") }
  /// The language of the user.
  public var locale: String? { fields.text("locale") }
  /// The time zone of the user.
  public var timeZone: String? { fields.text("timezone") }
  /// Whether the user allows notifications.
  public var areNotificationsEnabled: Bool { fields.bool("notificationsEnabled") }
  /// When it was first registered.
  public var createdAt: Date? { fields.date("createdAt") }
  /// When it was last registered.
  public var lastRegisteredAt: Date? { fields.date("lastRegisteredAt") }
  /// Whether it is this device.
  public var isCurrent: Bool { fields.bool("current") }
}

extension AuthClient {
  /// Devices that receive notifications.
  public nonisolated var push: PushDevices { PushDevices(client: self) }

  /// Created once and kept when the user signs out, so that the next user of this phone has the same id.
  func installationID() async throws -> String {
    var id = ""
    try await disk.change { stored in
      try stored.requireReadable()
      id = stored.installationID ?? UUID().uuidString.lowercased()
      guard stored.installationID == nil else { return false }
      stored.installationID = id
      return true
    }
    return id
  }
}
