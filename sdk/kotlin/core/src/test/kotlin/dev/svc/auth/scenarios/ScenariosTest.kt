package dev.svc.auth.scenarios

import org.junit.jupiter.api.DynamicContainer
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory

/** What every client does, whatever its language: `sdk/scenarios`. */
class ScenariosTest {
    @TestFactory
    fun scenarios(): List<DynamicContainer> =
        scenarioFiles().map { file ->
            DynamicContainer.dynamicContainer(
                file.name,
                file.scenarios.map { scenario -> DynamicTest.dynamicTest(scenario.name) { Player(scenario).play() } },
            )
        }
}
