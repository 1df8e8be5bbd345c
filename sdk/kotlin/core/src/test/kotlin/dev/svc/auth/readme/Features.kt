package dev.svc.auth.readme

import dev.svc.auth.AuthClient
import dev.svc.auth.AuthException
import dev.svc.auth.AuthReason
import dev.svc.auth.AuthState
import dev.svc.auth.BrowserOpener
import dev.svc.auth.BrowserSignIn
import dev.svc.auth.HttpRequest
import dev.svc.auth.Passkeys
import dev.svc.auth.PasskeyPlatform
import dev.svc.auth.Proof
import dev.svc.auth.Provider
import dev.svc.auth.Purchase
import dev.svc.auth.PushProvider
import dev.svc.auth.SignOutScope
import dev.svc.auth.SignUpResult

// The examples of the README, which a test compares with this file.

private fun show(text: String?) = println(text)

suspend fun follow(auth: AuthClient) {
    auth.state.collect { state ->
        when (state) {
            AuthState.Loading -> show("One moment")
            is AuthState.SignedOut -> show("Please sign in. ${state.reason ?: ""}")
            is AuthState.SignedIn -> show("Hello ${state.user.displayName ?: "guest"}")
        }
    }
}

suspend fun signUp(auth: AuthClient, email: String, password: String) {
    when (auth.signUp(email, password, displayName = "Ada")) {
        is SignUpResult.SignedIn -> show("Hello ${auth.user?.displayName}")
        SignUpResult.VerifyEmail -> show("Follow the link in the email that we sent you.")
    }
}

suspend fun signIn(auth: AuthClient, email: String, password: String) {
    try {
        auth.signInWithPassword(email, password)
    } catch (error: AuthException) {
        when {
            error.reason == AuthReason.INVALID_CREDENTIALS -> show("Email or password is wrong.")
            error.retryable -> show("Try again later.")
            else -> throw error
        }
    }
}

suspend fun addNote(auth: AuthClient) {
    val response = auth.send(HttpRequest("https://api.example.com/notes", "POST", emptyMap(), "Buy milk"))
    if (!response.isSuccessful) show("The server answered ${response.status}.")
}

suspend fun keepGuest(auth: AuthClient, email: String, password: String) {
    if (auth.user?.isAnonymous == true) auth.linkPassword(email, password)
}

suspend fun signInByEmail(auth: AuthClient, email: String, ask: suspend () -> String) {
    auth.emailCodes.requestEmailCode(email)
    try {
        auth.emailCodes.signInWithEmailCode(ask())
    } catch (error: AuthException) {
        if (error.reason != AuthReason.EMAIL_CODE_INVALID) throw error
        show(if (error.attemptsLeft == 0) "Request another code." else "This code is wrong.")
    }
}

suspend fun signInWithGoogle(auth: AuthClient, opener: BrowserOpener) {
    val browser = BrowserSignIn(auth, opener)
    browser.signInWithBrowser(Provider.GOOGLE, redirectTo = "com.example.app:/signed-in")
}

suspend fun signInWithPasskey(auth: AuthClient, platform: PasskeyPlatform) {
    val passkeys = Passkeys(auth, platform)
    passkeys.signInWithPasskey()
    show("${passkeys.listPasskeys().size} passkeys")
}

suspend fun signInWithCode(auth: AuthClient, email: String, password: String, ask: suspend () -> String) {
    try {
        auth.signInWithPassword(email, password)
    } catch (error: AuthException) {
        auth.mfa.begin(error) ?: throw error
        auth.mfa.completeSignIn(Proof.Totp(ask()))
    }
}

suspend fun receiveNotifications(auth: AuthClient, token: String) {
    auth.push.registerPushDevice(PushProvider.FCM, token, appId = "com.example.app")
}

suspend fun unlock(auth: AuthClient, purchaseToken: String) {
    auth.billing.sync(listOf(Purchase.PlayStore("com.example.app", purchaseToken)))
    if (auth.billing.has("pro")) show("Pro is unlocked.")
}

suspend fun leave(auth: AuthClient) {
    auth.signOut()
    auth.signOut(SignOutScope.EVERYWHERE)
}
