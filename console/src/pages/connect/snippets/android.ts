import type { Facts, Snippet } from "./snippet.ts";

export function androidSnippets(facts: Facts): Snippet[] {
  return [
    { title: "settings.gradle.kts", code: repository(facts) },
    { title: "build.gradle.kts", code: DEPENDENCY },
    { title: "App.kt", code: app(facts) },
    { title: "Use it", code: USE },
  ];
}

/** Gradle reads plain http only where it is told to. */
const repository = ({ baseUrl }: Facts): string => `// Into the existing block repositories:
dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
        maven {
            url = uri("${baseUrl}/pub/maven/")${baseUrl.startsWith("http:") ? "\n            isAllowInsecureProtocol = true" : ""}
        }
    }
}`;

const DEPENDENCY = `dependencies {
    implementation("dev.svc:svc-auth-android:latest.release")
    implementation("com.squareup.okhttp3:okhttp:5.5.1")
}`;

const app = ({ baseUrl, publishableKey }: Facts): string => `import android.app.Application
import dev.svc.auth.android.androidAuthClient

// In AndroidManifest.xml: <application android:name=".App" …>
class App : Application() {
    val auth by lazy { androidAuthClient(this, "${baseUrl}", "${publishableKey}") }
}`;

const USE = `import dev.svc.auth.AuthClient
import dev.svc.auth.AuthException
import dev.svc.auth.AuthReason

suspend fun signUpOrIn(auth: AuthClient, email: String, password: String) {
    try {
        auth.signUp(email, password)
    } catch (error: AuthException) {
        // docs/errors.md has every reason.
        if (error.reason != AuthReason.EMAIL_ALREADY_EXISTS) throw error
        auth.signInWithPassword(email, password)
    }
    // For your own backend. It is renewed when it has expired.
    auth.getAccessToken()
}`;
