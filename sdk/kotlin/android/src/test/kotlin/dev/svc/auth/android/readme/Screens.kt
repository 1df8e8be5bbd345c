package dev.svc.auth.android.readme

import android.app.Activity
import dev.svc.auth.AuthClient
import dev.svc.auth.BrowserSignIn
import dev.svc.auth.Provider
import dev.svc.auth.android.BrowserActivity
import dev.svc.auth.android.CustomTabs

suspend fun signInWithGoogle(activity: Activity, auth: AuthClient) {
    val browser = BrowserSignIn(auth, CustomTabs(activity))
    browser.signInWithBrowser(Provider.GOOGLE, redirectTo = "com.example.app:/signed-in")
}

suspend fun finishSignIn(activity: Activity, browser: BrowserSignIn) {
    val link = activity.intent.getStringExtra(BrowserActivity.EXTRA_LINK) ?: return
    browser.completeRedirect(link)
}
