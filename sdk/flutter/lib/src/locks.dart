/// The last waiter for each name, shared by all clients of this isolate.
final _queues = <String, Future<void>>{};

/// Runs [work] when everything that was given with the same name before has ended, and returns its result.
Future<T> withLock<T>(String name, Future<T> Function() work) {
  final result = (_queues[name] ?? Future<void>.value()).then((_) => work());
  final done = result.then<void>((_) {}, onError: (Object _) {});
  _queues[name] = done;
  done.then((_) {
    if (identical(_queues[name], done)) _queues.remove(name);
  }).ignore();
  return result;
}
