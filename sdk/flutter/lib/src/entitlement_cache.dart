import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/billing_records.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/kept_entitlements.dart';
import 'package:svc_auth/src/watched.dart';

/// How long [EntitlementCache.has] returns true without asking the server.
const _recentMs = 60000;

/// Fetches the user's entitlements, and uses the stored ones while the server cannot be reached.
final class EntitlementCache {
  /// Of this client.
  EntitlementCache(this._caller) : _kept = KeptEntitlements(_caller) {
    _followUser();
    _caller.keeper.woken = () {
      _triedAt = null;
      if (_kept.current != null || watched.isWatched) _refresh();
    };
  }

  final Caller _caller;
  final KeptEntitlements _kept;

  /// When the server last answered or could not be reached; null when it has to be asked in any case.
  int? _triedAt;
  Future<List<Entitlement>>? _flight;
  String? _lastUser;
  // Answers may arrive out of order: the answer to an older request does not replace a newer one.
  int _requests = 0;
  int _storedRequest = 0;

  /// For apps that follow them.
  late final watched = Watched<List<Entitlement>?>(() => _kept.current, onListen: _heard);

  /// Asks the server; when it cannot be reached, answers with what it said last.
  Future<List<Entitlement>> entitlements() async {
    try {
      return await (_flight ??= _fetch());
    } on AuthException catch (error) {
      if (!error.retryable) rethrow;
      _tried();
      if (_kept.current == null) await _kept.load();
      final list = _kept.current;
      if (list == null) rethrow;
      return list;
    }
  }

  /// Whether the user has it now, as far as the device knows; null when it knows nothing.
  bool? hasCached(String id) => _isIn(_kept.current, id);

  /// Whether the user has it now.
  Future<bool> has(String id) async {
    await _caller.keeper.ready;
    if (_isRecent && (hasCached(id) ?? false)) return true;
    return _isIn(await entitlements(), id) ?? false;
  }

  /// Calls a method as the user and stores the entitlements in its answer, if the same user is still signed in.
  Future<Json> ask(String method, [Json? purchases]) async {
    final keeper = _caller.keeper;
    await keeper.ready;
    final userId = _caller.userId;
    var request = ++_requests;
    final answer = await _caller.asUser('billing.v1.BillingService/$method', purchases ?? const {});
    // This answer includes the purchases; the answer to a concurrent request may not.
    if (purchases != null) request = ++_requests;
    final session = keeper.view.current;
    if (userId != null && userId != session?.user.id) throw signedOut();
    if (userId != null && session != null && request > _storedRequest) {
      _storedRequest = request;
      _tried();
      if (_kept.keep(session, _decode(answer))) watched.tell();
    }
    return answer;
  }

  Future<List<Entitlement>> _fetch() {
    _triedAt = null;
    late final Future<List<Entitlement>> mine;
    mine = ask('ListEntitlements').then(_decode).whenComplete(() {
      if (identical(_flight, mine)) _flight = null;
    });
    return mine;
  }

  void _heard() {
    if (_isRecent) return;
    _kept.load().then((isFound) {
      if (isFound) watched.tell();
    }).ignore();
    _refresh();
  }

  /// Deletes the stored entitlements when the user signs out, and reports when the user changes.
  void _followUser() {
    _caller.keeper.view.listen((state, _) {
      if (state case AuthSignedOut(:final reason?) when reason != SignedOutReason.storage) _kept.forget();
      final user = _caller.userId;
      if (_lastUser != user) {
        // A pending answer for the previous user is not for this one.
        if (_lastUser != null) _flight = null;
        watched.tell();
        if (watched.isWatched) _refresh();
      }
      _lastUser = user;
    });
  }

  void _refresh() => entitlements().ignore();

  void _tried() => _triedAt = _caller.clock.steady();

  bool get _isRecent {
    final triedAt = _triedAt;
    return triedAt != null && _caller.clock.steady() - triedAt < _recentMs;
  }
}

List<Entitlement> _decode(Json answer) => [
  for (final each in jsonObjects(answer['entitlements'])) Entitlement.fromWire(each),
];

bool? _isIn(List<Entitlement>? list, String wanted) =>
    list?.any((each) => each.isActive && each.id == wanted);
