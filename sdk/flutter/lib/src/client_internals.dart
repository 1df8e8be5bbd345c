import 'package:svc_auth/src/caller.dart';

/// Where clients keep what their methods share, so that apps do not see it.
final callers = Expando<Caller>('caller');

/// For the methods of a client, which are in several files.
Caller callerOf(Object client) =>
    callers[client] ?? (throw StateError('this object was not created by AuthClient()'));
