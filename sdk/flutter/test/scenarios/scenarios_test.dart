import 'package:svc_auth/core.dart';
import 'package:test/test.dart';

import 'player.dart';
import 'scenario_files.dart';

void main() {
  final files = readScenarioFiles();

  test('the files of all languages are there', () => expect(files, isNotEmpty));

  for (final (:name, :values, :scenarios) in files) {
    group(name, () {
      for (final Json scenario in scenarios) {
        test('${scenario['name']}', () => Player(scenario, values).play());
      }
    });
  }
}
