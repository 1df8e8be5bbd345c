<?php

use Firebase\JWT\CachedKeySet;
use Firebase\JWT\JWT;
use GuzzleHttp\Client;
use GuzzleHttp\Psr7\HttpFactory;
use Psr\Cache\CacheItemPoolInterface;

/** Verifies access tokens offline, with the public keys of one project. */
final class Verifier
{
    /** How many seconds clocks may differ. */
    private const LEEWAY = 5;

    private readonly string $issuer;
    private readonly CachedKeySet $keys;

    /** @param CacheItemPoolInterface $cache that all workers share, such as APCu or Redis */
    public function __construct(string $baseUrl, private readonly string $project, CacheItemPoolInterface $cache)
    {
        $this->issuer = rtrim($baseUrl, '/') . '/p/' . $project;
        $this->keys = new CachedKeySet(
            $this->issuer . '/.well-known/jwks.json',
            new Client(['timeout' => 5]),
            new HttpFactory(),
            $cache,
            300, // seconds
            true, // anyone can send any kid, so unknown ones may ask the server only ten times a minute
            'ES256',
        );
    }

    /**
     * What the token says.
     *
     * A Psr\Http\Client\ClientExceptionInterface says nothing about the token: answer 503. Answer 401 for every other
     * exception.
     */
    public function verify(string $token): stdClass
    {
        JWT::$leeway = self::LEEWAY;
        $claims = JWT::decode($token, $this->keys);
        // The library checks exp if there is one, and neither iss nor aud.
        if (!isset($claims->exp, $claims->sub)) {
            throw new UnexpectedValueException('not an access token');
        }
        if (($claims->iss ?? null) !== $this->issuer || ($claims->aud ?? null) !== $this->project) {
            throw new UnexpectedValueException('of another project');
        }
        return $claims;
    }

    /**
     * Whether the user has proven two factors, and that within so many seconds. The project must use second factors:
     * other tokens say nothing about them, and are refused.
     */
    public static function hasSteppedUp(stdClass $claims, int $maxAuthAge): bool
    {
        $isRecent = ($claims->auth_time ?? 0) >= time() - $maxAuthAge - self::LEEWAY;
        return $isRecent && in_array('mfa', $claims->amr ?? [], true);
    }
}
