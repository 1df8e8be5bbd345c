package dev.svc.auth.android

import android.content.Context
import android.content.ContextWrapper
import android.content.SharedPreferences
import android.security.keystore.KeyGenParameterSpec
import java.io.InputStream
import java.io.OutputStream
import java.lang.reflect.Proxy
import java.security.Key
import java.security.KeyStoreSpi
import java.security.Provider
import java.security.SecureRandom
import java.security.cert.Certificate
import java.security.spec.AlgorithmParameterSpec
import java.util.Collections
import java.util.Date
import java.util.concurrent.ConcurrentHashMap
import javax.crypto.KeyGenerator
import javax.crypto.KeyGeneratorSpi
import javax.crypto.SecretKey

/** The keys of the provider below, and what its key store throws, if anything. */
internal val keys: MutableMap<String, Key> = ConcurrentHashMap()
internal var keyStoreFailure: Exception? = null

/** The JVM has no AndroidKeyStore: this one keeps keys in memory. It proves the logic, not the hardware. */
class FakeKeystore : Provider("AndroidKeyStore", "1", "for tests") {
    init {
        put("KeyStore.AndroidKeyStore", FakeKeyStoreSpi::class.java.name)
        put("KeyGenerator.AES", FakeKeyGeneratorSpi::class.java.name)
    }
}

class FakeKeyStoreSpi : KeyStoreSpi() {
    override fun engineLoad(stream: InputStream?, password: CharArray?) {}

    override fun engineStore(stream: OutputStream?, password: CharArray?) {}

    override fun engineGetKey(alias: String, password: CharArray?): Key? {
        keyStoreFailure?.let { throw it }
        return keys[alias]
    }

    override fun engineContainsAlias(alias: String): Boolean = alias in keys

    override fun engineIsKeyEntry(alias: String): Boolean = alias in keys

    override fun engineDeleteEntry(alias: String) {
        keys.remove(alias)
    }

    override fun engineAliases() = Collections.enumeration(keys.keys)

    override fun engineSize(): Int = keys.size

    override fun engineSetKeyEntry(alias: String, key: Key, password: CharArray?, chain: Array<out Certificate>?) =
        throw UnsupportedOperationException()

    override fun engineSetKeyEntry(alias: String, key: ByteArray, chain: Array<out Certificate>?) =
        throw UnsupportedOperationException()

    override fun engineSetCertificateEntry(alias: String, cert: Certificate?) = throw UnsupportedOperationException()

    override fun engineGetCertificate(alias: String): Certificate? = null

    override fun engineGetCertificateChain(alias: String): Array<Certificate>? = null

    override fun engineGetCertificateAlias(cert: Certificate?): String? = null

    override fun engineIsCertificateEntry(alias: String): Boolean = false

    override fun engineGetCreationDate(alias: String): Date? = null
}

class FakeKeyGeneratorSpi : KeyGeneratorSpi() {
    private var spec: KeyGenParameterSpec? = null

    override fun engineInit(random: SecureRandom?) {}

    override fun engineInit(size: Int, random: SecureRandom?) {}

    override fun engineInit(spec: AlgorithmParameterSpec, random: SecureRandom?) {
        this.spec = spec as KeyGenParameterSpec
    }

    override fun engineGenerateKey(): SecretKey {
        val asked = checkNotNull(spec)
        val key = KeyGenerator.getInstance("AES", "SunJCE").apply { init(asked.keySize) }.generateKey()
        return key.also { keys[asked.keystoreAlias] = it }
    }
}

/** Preferences in memory. A commit fails while `isFull`. */
internal class FakePreferences {
    val saved: MutableMap<String, String> = ConcurrentHashMap()
    var isFull = false

    private val editor: SharedPreferences.Editor =
        proxy { self, method, args ->
            val name = args.getOrNull(0) as? String
            when (method) {
                "putString" -> self.also { if (!isFull) saved[name!!] = args[1] as String }
                "remove" -> self.also { if (!isFull) saved.remove(name!!) }
                "commit" -> !isFull
                else -> error("unexpected $method")
            }
        }

    private val preferences: SharedPreferences =
        proxy { _, method, args ->
            when (method) {
                "edit" -> editor
                "getString" -> saved[args[0] as String] ?: args[1]
                else -> error("unexpected $method")
            }
        }

    val context: Context =
        object : ContextWrapper(null) {
            override fun getSharedPreferences(name: String?, mode: Int) = preferences
        }
}

private inline fun <reified T> proxy(crossinline answer: (self: Any, method: String, args: Array<out Any?>) -> Any?): T =
    T::class.java.cast(
        Proxy.newProxyInstance(T::class.java.classLoader, arrayOf(T::class.java)) { self, method, args ->
            answer(self, method.name, args ?: emptyArray())
        },
    )
