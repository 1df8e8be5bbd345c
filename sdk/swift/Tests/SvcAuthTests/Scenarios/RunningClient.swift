import Foundation

@testable import SvcAuth

/// The client asks the user something: in a browser, or for a passkey.
struct Question {
  enum Kind: String { case browser, create, get }

  let kind: Kind
  /// The URL of the browser, or the options of the passkey.
  let asked: String
  let answer: UnsafeContinuation<String?, Never>
}

/// One run of a client. Once it is killed it reads, writes, sends and receives nothing, and its calls never end. It is used
/// on the one thread of `SerialScheduler`.
final class RunningClient: @unchecked Sendable {
  enum Moment { case before, after }

  static let baseURL = "https://auth.example.com"
  static let publishableKey = "pk_scenario_0123456789"
  static let storageKey = "svc.auth.pk_scenario_012"

  let name: String
  private(set) var isAlive = true
  var killPlan: (when: Moment, skip: Int)?
  var questions: [Question] = []
  private let onKilled: () -> Void
  private var made: AuthClient?

  init(
    name: String, run: Int, clock: ScenarioClock, disk: ScenarioDisk, network: ScenarioNetwork,
    onKilled: @escaping () -> Void
  ) throws {
    self.name = name
    self.onKilled = onKilled
    var options = AuthClient.Options()
    options.storageKey = "\(Self.storageKey)#\(run)"
    options.locale = { nil }
    options.refreshMargin = 60
    options.transport = ScenarioTransport(network: network, running: self)
    options.browser = ScenarioBrowser(running: self)
    options.passkeys = ScenarioPasskeys(running: self)
    options.clock = clock
    guard let url = URL(string: Self.baseURL) else { throw Failure("no URL") }
    let storage = ScenarioStorage(disk: disk, running: self)
    made = AuthClient(url: url, publishableKey: Self.publishableKey, storage: storage, options: options)
  }

  var client: AuthClient {
    get throws {
      guard let made else { throw Failure("\(name) has no client") }
      return made
    }
  }

  /// Clients of one process take turns by their storage key. The number makes a process of its own, also of one that was
  /// killed and started again.
  static func withoutRun(_ key: String) -> String {
    guard let hash = key.firstIndex(of: "#") else { return key }
    let ending = key[key.index(after: hash)...].drop(while: \.isNumber)
    return "\(key[..<hash])\(ending)"
  }

  /// Never returns to a client that was killed.
  func requireAlive() async {
    if !isAlive { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  func kill() {
    isAlive = false
    onKilled()
  }

  func planned() -> Moment? {
    guard let plan = killPlan else { return nil }
    if plan.skip > 0 {
      killPlan?.skip -= 1
      return nil
    }
    killPlan = nil
    return plan.when
  }

  /// Nil when the user turns back.
  func ask(_ kind: Question.Kind, _ asked: String) async -> String? {
    await requireAlive()
    let answer = await withUnsafeContinuation { continuation in
      questions.append(Question(kind: kind, asked: asked, answer: continuation))
    }
    await requireAlive()
    return answer
  }
}

struct ScenarioBrowser: WebAuthentication {
  let running: RunningClient

  func open(_ url: URL, redirectTo: URL) async throws -> URL {
    guard let answer = await running.ask(.browser, url.absoluteString) else { throw WebAuthenticationCancelled() }
    guard let url = URL(string: answer) else { throw Failure("no URL: \(answer)") }
    return url
  }
}

struct ScenarioPasskeys: PasskeyAuthenticator {
  let running: RunningClient

  var isAvailable: Bool { true }

  func create(optionsJSON: String) async throws -> String {
    guard let answer = await running.ask(.create, optionsJSON) else { throw PasskeyFailure.cancelled }
    return answer
  }

  func get(optionsJSON: String) async throws -> String {
    guard let answer = await running.ask(.get, optionsJSON) else { throw PasskeyFailure.cancelled }
    return answer
  }
}
