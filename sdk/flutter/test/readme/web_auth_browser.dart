import 'package:flutter/services.dart';
import 'package:svc_auth/svc_auth.dart';

import 'stand_ins.dart';

class WebAuthBrowser implements AuthBrowser {
  @override
  Future<Uri?> open(Uri url, Uri redirectTo) async {
    try {
      final scheme = redirectTo.scheme;
      return Uri.parse(await FlutterWebAuth2.authenticate(url: '$url', callbackUrlScheme: scheme));
    } on PlatformException catch (error) {
      if (error.code == 'CANCELED') return null;
      rethrow;
    }
  }
}
