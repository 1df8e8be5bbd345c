// The examples of the README, which are compiled here and not run. The test of the released package compares the two.

import Foundation
import SvcAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if !canImport(Security)
  // Only Apple's platforms have a Keychain.
  private typealias KeychainStorage = MemoryStorage
#endif

private let auth = AuthClient(
  url: URL(string: "https://auth.example.com")!,
  publishableKey: "pk_...",
  storage: KeychainStorage()
)

private func showSignIn(_ text: String = "") {}
private func showApp(_ user: User, isOffline: Bool = false) {}
private func showCodeField(_ text: String) {}

func followState() async {
  for await state in auth.states {
    switch state {
    case .loading: break  // a splash screen, not the sign-in screen
    case .signedOut(let reason): showSignIn(reason == .expired ? "Please sign in again." : "")
    case .signedIn(let user, _, let isStale): showApp(user, isOffline: isStale)
    }
  }
}

func signUp(email: String, password: String) async throws {
  switch try await auth.signUp(email: email, password: password, displayName: "Ada") {
  case .signedIn: break
  case .verifyEmail: showSignIn("Follow the link in the email that we sent you.")
  }
}

func signIn(email: String, password: String) async -> String? {
  do {
    try await auth.signIn(email: email, password: password)
    return nil
  } catch let error as AuthError {
    switch error.reason {
    case .invalidCredentials: return "Email or password is wrong."
    case .rateLimited: return "Try again in \(Int(error.retryAfter ?? 60)) seconds."
    default: return error.isRetryable ? "No connection. Try again." : "This did not work."
    }
  } catch {
    return nil  // the task was cancelled
  }
}

func createNote(_ text: String) async throws {
  var request = URLRequest(url: URL(string: "https://api.example.com/notes")!)
  request.httpMethod = "POST"
  request.httpBody = Data(text.utf8)
  let (_, response) = try await auth.send(request)
  if response.statusCode != 200 { print("The server answered \(response.statusCode).") }
}

func start() async throws {
  await auth.ready()
  if auth.user == nil { try await auth.signInAnonymously() }
}

/// Later: the same user id, now with email and password.
func createAccount(email: String, password: String) async throws {
  try await auth.linkPassword(email: email, password: password)
}

func signInWithGoogle() async throws {
  do {
    try await auth.signInWithBrowser(.google, redirectTo: URL(string: "com.example.app:/signed-in")!)
  } catch let error as AuthError where error.reason == .cancelled {
    // The user turned back.
  }
}

/// For SwiftUI's `onOpenURL`: the system may have ended the app while the browser was open.
func opened(_ url: URL) async throws {
  try await auth.completeRedirect(url)
}

func signInWithCode(email: String, typed: () async -> String) async throws {
  try await auth.emailCodes.request(email: email)
  do {
    try await auth.emailCodes.signIn(code: await typed())
  } catch let error as AuthError where error.reason == .emailCodeInvalid {
    showCodeField(error.attemptsLeft == 0 ? "Request another code." : "This code is wrong.")
  }
}

func signInWithPasskey() async throws {
  do {
    try await auth.passkeys.signIn()
  } catch let error as AuthError where error.reason == .cancelled {
    // The user turned back.
  }
}

func signInWithSecondFactor(email: String, password: String, typed: () async -> String) async throws {
  do {
    try await auth.signIn(email: email, password: password)
  } catch {
    guard await auth.mfa.begin(error) != nil else { throw error }
    try await auth.mfa.completeSignIn(.totpCode(await typed()))
  }
}

func registered(deviceToken: Data) async throws {
  try await auth.push.register(.apns(token: deviceToken, appID: "com.example.app", environment: .production))
}

func export() async throws -> Bool {
  try await auth.billing.has("export")
}

func bought(_ jwsRepresentation: String) async throws {
  for result in try await auth.billing.sync([.appStore(signedTransaction: jwsRepresentation)]) {
    if case .refused(let reason) = result { print("The purchase was not accepted: \(reason)") }
  }
}

func deleteAccount(askForPassword: () async -> String) async throws {
  do {
    try await auth.deleteAccount()
  } catch let error as AuthError where error.reason == .reauthenticationRequired {
    try await auth.deleteAccount(currentPassword: await askForPassword())
  }
}
