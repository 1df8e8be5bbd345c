/// The part of the plugin that our code uses. The plugin itself is not among the packages that the tests can have.
abstract final class FlutterWebAuth2 {
  static Future<String> authenticate({required String url, required String callbackUrlScheme}) =>
      throw UnimplementedError();
}
