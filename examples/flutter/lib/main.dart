import 'package:flutter/widgets.dart';

import 'app.dart';
import 'auth.dart';

void main() => runApp(App(auth));
