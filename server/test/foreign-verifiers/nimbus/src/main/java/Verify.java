import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.CachingJWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetSourceWrapper;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitedJWKSetSource;
import com.nimbusds.jose.jwk.source.URLBasedJWKSetSource;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URL;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Verifies a token per line with Nimbus, set up by discovery: {"now": seconds, "token": "..."} in, a line out. */
public final class Verify {
  private static long now = 0;

  public static void main(String[] args) throws Exception {
    OIDCProviderMetadata provider = OIDCProviderMetadata.resolve(new Issuer(args[0]));
    Set<JWSAlgorithm> algorithms = new HashSet<>(provider.getIDTokenJWSAlgs());
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            algorithms, new JWKSetBasedJWKSource<>(keysOf(provider.getJWKSetURI().toURL()))));
    JWTClaimsSet exact = new JWTClaimsSet.Builder().issuer(provider.getIssuer().getValue()).build();
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<SecurityContext>(args[1], exact, Set.of("sub", "iat", "exp")) {
          @Override
          protected Date currentTime() {
            return new Date(now);
          }
        });
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Map<String, Object> asked = JSONObjectUtils.parse(line);
      now = JSONObjectUtils.getLong(asked, "now") * 1000;
      try {
        processor.process(JSONObjectUtils.getString(asked, "token"), null);
        System.out.println("ok");
      } catch (Exception error) {
        System.out.println(error.toString().replace('\n', ' '));
      }
    }
  }

  /** What JWKSourceBuilder builds by default, by the clock that the lines tell. */
  private static JWKSetSource<SecurityContext> keysOf(URL url) {
    JWKSetSource<SecurityContext> remote = new URLBasedJWKSetSource<>(url, new DefaultResourceRetriever());
    JWKSetSource<SecurityContext> limited =
        new RateLimitedJWKSetSource<>(remote, JWKSourceBuilder.DEFAULT_RATE_LIMIT_MIN_INTERVAL, null);
    JWKSetSource<SecurityContext> cached =
        new CachingJWKSetSource<>(
            limited,
            JWKSourceBuilder.DEFAULT_CACHE_TIME_TO_LIVE,
            JWKSourceBuilder.DEFAULT_CACHE_REFRESH_TIMEOUT,
            null);
    return new JWKSetSourceWrapper<>(cached) {
      @Override
      public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long realTime, SecurityContext context)
          throws KeySourceException {
        return getSource().getJWKSet(refresh, now, context);
      }
    };
  }
}
