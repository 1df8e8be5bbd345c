/// The two clocks of a device. Tests move them.
abstract interface class AuthClock {
  /// Milliseconds since 1970, by the device's clock, which may be wrong.
  int now();

  /// Milliseconds since some fixed moment. Never goes back, but may stop while the device sleeps.
  int steady();
}

/// The clocks of this device.
final class DeviceClock implements AuthClock {
  static final _stopwatch = Stopwatch()..start();

  /// Reads the clocks of this device.
  const DeviceClock();

  @override
  int now() => DateTime.now().millisecondsSinceEpoch;

  @override
  int steady() => _stopwatch.elapsedMilliseconds;
}
