/// `PUSH_PROVIDER_FCM` is `fcm` in the app; null when it is not given.
String? shortName(String prefix, Object? value) {
  if (value is! String || !value.startsWith('${prefix}_')) return null;
  final name = value.substring(prefix.length + 1).toLowerCase();
  return name == 'unspecified' ? null : name;
}
