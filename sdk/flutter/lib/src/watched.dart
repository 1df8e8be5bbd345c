import 'dart:async';

/// A value that the app can follow.
final class Watched<T> {
  /// [read] gives the value now; [onListen] is called for each new listener.
  Watched(this.read, {this.onListen});

  /// The value now.
  final T Function() read;

  /// Called for each new listener.
  final void Function()? onListen;

  final _listeners = <MultiStreamController<T>>{};

  /// Whether anybody listens.
  bool get isWatched => _listeners.isNotEmpty;

  /// The value has changed.
  void tell() {
    for (final listener in [..._listeners]) {
      scheduleMicrotask(() {
        if (_listeners.contains(listener)) listener.add(read());
      });
    }
  }

  /// Every change.
  Stream<T> get changes => Stream.multi((controller) {
    _listeners.add(controller);
    controller.onCancel = () => _listeners.remove(controller);
    onListen?.call();
  });
}
