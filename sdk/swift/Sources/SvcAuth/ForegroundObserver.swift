#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Calls `AuthClient.wake()` when the app comes to the foreground, so that the first call finds a valid access token.
  /// Keep it as long as the client: it stops when it is released.
  @MainActor
  public final class ForegroundObserver {
    private let following: Task<Void, Never>

    /// Begins to follow the app.
    public init(_ client: AuthClient) {
      following = Task {
        let name = UIApplication.willEnterForegroundNotification
        for await _ in NotificationCenter.default.notifications(named: name).map({ _ in () }) {
          await client.wake()
        }
      }
    }

    deinit { following.cancel() }
  }
#endif
