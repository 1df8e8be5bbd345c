import 'package:flutter/services.dart';
import 'package:flutter_web_auth_2/flutter_web_auth_2.dart';
import 'package:svc_auth/svc_auth.dart';

/// Opens the browser of the system, which returns to the app through its URL scheme.
class WebAuthBrowser implements AuthBrowser {
  const WebAuthBrowser();

  @override
  Future<Uri?> open(Uri url, Uri redirectTo) async {
    try {
      final returned = await FlutterWebAuth2.authenticate(url: '$url', callbackUrlScheme: redirectTo.scheme);
      return Uri.parse(returned);
    } on PlatformException catch (error) {
      if (error.code == 'CANCELED') return null;
      rethrow;
    }
  }
}
