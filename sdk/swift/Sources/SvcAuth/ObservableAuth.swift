#if canImport(SwiftUI) && canImport(Combine)
  import Combine
  import SwiftUI

  /// The state of a client for SwiftUI: `@StateObject private var auth = ObservableAuth(client)`.
  @MainActor
  public final class ObservableAuth: ObservableObject {
    /// Signs in and out, and gives out access tokens.
    public let client: AuthClient
    /// Whether somebody is signed in, right now.
    @Published public private(set) var state: AuthState

    private var following: Task<Void, Never>?

    /// Begins to follow the client.
    public init(_ client: AuthClient) {
      self.client = client
      state = client.state
      following = Task { [weak self, states = client.states] in
        for await state in states { self?.state = state }
      }
    }

    deinit { following?.cancel() }
  }
#endif
