package dev.svc.auth.android

import android.annotation.SuppressLint
import android.content.Context
import android.content.SharedPreferences
import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyPermanentlyInvalidatedException
import android.security.keystore.KeyProperties
import android.util.Base64
import dev.svc.auth.AuthStorage
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import java.io.IOException
import java.security.GeneralSecurityException
import java.security.KeyStore
import javax.crypto.Cipher
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec

/**
 * Keeps the session in the app's preferences, encrypted with AES-GCM. The key never leaves the Android Keystore.
 *
 * The session can be read after the first unlock, so that a notification or a background job can renew it. Exclude the
 * preferences from backups: another device has no such key. What cannot be decrypted because its key is gone counts as
 * nothing stored; a key store that fails otherwise is an error, and nothing is overwritten.
 *
 * @param name the name of the preferences and of the key. Change it, and older sessions are not found.
 */
public class KeystoreStorage(context: Context, private val name: String = "svc.auth") : AuthStorage {
    private val preferences: SharedPreferences by lazy { context.getSharedPreferences(name, Context.MODE_PRIVATE) }

    override suspend fun get(key: String): String? =
        withContext(Dispatchers.IO) {
            val sealed = preferences.getString(key, null)
            // Null without a key: restored from a backup, or the key store was reset.
            if (sealed == null) null else secretKey()?.let { open(key, sealed, it) }
        }

    override suspend fun set(key: String, value: String): Unit =
        withContext(Dispatchers.IO) { commit { putString(key, seal(key, value)) } }

    override suspend fun remove(key: String): Unit = withContext(Dispatchers.IO) { commit { remove(key) } }

    /** The name of the entry is part of what is authenticated: entries cannot change places. */
    private fun seal(key: String, value: String): String {
        val cipher = Cipher.getInstance(TRANSFORMATION)
        // Two writes at the same time must not make two keys: what was sealed with the first could not be opened.
        synchronized(MAKING_KEYS) {
            try {
                cipher.init(Cipher.ENCRYPT_MODE, secretKey() ?: newKey())
            } catch (_: KeyPermanentlyInvalidatedException) {
                cipher.init(Cipher.ENCRYPT_MODE, newKey())
            }
        }
        cipher.updateAAD(key.toByteArray())
        return Base64.encodeToString(cipher.iv + cipher.doFinal(value.toByteArray()), Base64.NO_WRAP)
    }

    private fun open(key: String, sealed: String, secretKey: SecretKey): String? {
        val cipher = Cipher.getInstance(TRANSFORMATION)
        try {
            val bytes = Base64.decode(sealed, Base64.NO_WRAP)
            if (bytes.size <= IV_BYTES) throw GeneralSecurityException("the stored value is too short")
            cipher.init(Cipher.DECRYPT_MODE, secretKey, GCMParameterSpec(TAG_BITS, bytes, 0, IV_BYTES))
            cipher.updateAAD(key.toByteArray())
            return String(cipher.doFinal(bytes, IV_BYTES, bytes.size - IV_BYTES))
        } catch (_: KeyPermanentlyInvalidatedException) {
            return null
        } catch (_: javax.crypto.AEADBadTagException) {
            // Written with a key that is gone.
            return null
        }
    }

    private fun secretKey(): SecretKey? = KeyStore.getInstance(KEY_STORE).apply { load(null) }.getKey(name, null) as? SecretKey

    private fun newKey(): SecretKey {
        val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
        val spec =
            KeyGenParameterSpec.Builder(name, purposes)
                .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                .setKeySize(KEY_BITS)
                .build()
        return KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, KEY_STORE).apply { init(spec) }.generateKey()
    }

    /** It must be on disk when the client goes on, so not `apply`. */
    @SuppressLint("ApplySharedPref")
    private fun commit(edit: SharedPreferences.Editor.() -> Unit) {
        if (!preferences.edit().apply(edit).commit()) throw IOException("the preferences could not be written")
    }

    private companion object {
        const val KEY_STORE = "AndroidKeyStore"
        const val TRANSFORMATION = "AES/GCM/NoPadding"
        const val IV_BYTES = 12
        const val TAG_BITS = 128
        const val KEY_BITS = 256
        val MAKING_KEYS = Any()
    }
}
