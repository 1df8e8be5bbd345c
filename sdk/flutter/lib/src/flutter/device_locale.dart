import 'dart:ui';

/// The language of the device, such as `de-AT`: give it to `AuthClient` as `locale`, for emails in the user's language.
String? deviceLocale() => PlatformDispatcher.instance.locale.toLanguageTag();
