import type { Facts, Snippet } from "./snippet.ts";

/** The standard library is enough. The skill has the same code; a test holds them together. */
export function goSnippets({ jwksUrl, issuer, audience }: Facts): Snippet[] {
  return [{ title: "auth/verify.go", code: verifyGo(jwksUrl, issuer, audience) }];
}

const verifyGo = (
  jwksUrl: string,
  issuer: string,
  audience: string,
): string => `// Package auth verifies access tokens.
package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	jwksURL  = "${jwksUrl}"
	issuer   = "${issuer}"
	audience = "${audience}"
	leeway   = 5 * time.Second
	refetch  = time.Minute
)

// Claims of an access token. Anonymous users are throwaway accounts.
type Claims struct {
	Subject       string         \`json:"sub"\`
	Issuer        string         \`json:"iss"\`
	Audience      string         \`json:"aud"\`
	ExpiresAt     int64          \`json:"exp"\`
	Email         string         \`json:"email"\`
	EmailVerified bool           \`json:"email_verified"\`
	Anonymous     bool           \`json:"anonymous"\`
	Custom        map[string]any \`json:"claims"\`
}

var (
	mutex     sync.Mutex
	keys      = map[string]*ecdsa.PublicKey{}
	fetchedAt time.Time
	client    = http.Client{Timeout: 5 * time.Second}
)

func decode(part string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(part) }

func fetchKeys() error {
	response, err := client.Get(jwksURL)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", jwksURL, response.StatusCode)
	}
	var jwks struct {
		Keys []struct{ Kid, Crv, X, Y string }
	}
	if err := json.NewDecoder(response.Body).Decode(&jwks); err != nil {
		return err
	}
	fresh := map[string]*ecdsa.PublicKey{}
	for _, key := range jwks.Keys {
		x, errX := decode(key.X)
		y, errY := decode(key.Y)
		if key.Crv != "P-256" || errX != nil || errY != nil {
			continue
		}
		fresh[key.Kid] = &ecdsa.PublicKey{
			Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y),
		}
	}
	keys = fresh
	return nil
}

func findKey(kid string) (*ecdsa.PublicKey, error) {
	mutex.Lock()
	defer mutex.Unlock()
	if keys[kid] == nil && time.Since(fetchedAt) > refetch {
		fetchedAt = time.Now()
		if err := fetchKeys(); err != nil {
			return nil, err
		}
	}
	if keys[kid] == nil {
		return nil, errors.New("unknown key")
	}
	return keys[kid], nil
}

// VerifyAccessToken returns the claims of a good token. Answer 401 on an error.
func VerifyAccessToken(token string) (*Claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("not a JWT")
	}
	headerJSON, err := decode(parts[0])
	if err != nil {
		return nil, err
	}
	var header struct{ Alg, Kid string }
	if err := json.Unmarshal(headerJSON, &header); err != nil {
		return nil, err
	}
	if header.Alg != "ES256" {
		return nil, errors.New("wrong algorithm")
	}
	key, err := findKey(header.Kid)
	if err != nil {
		return nil, err
	}
	signature, err := decode(parts[2])
	if err != nil || len(signature) != 64 {
		return nil, errors.New("wrong signature")
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	if !ecdsa.Verify(key, digest[:], r, s) {
		return nil, errors.New("wrong signature")
	}
	payload, err := decode(parts[1])
	if err != nil {
		return nil, err
	}
	var claims Claims
	if err := json.Unmarshal(payload, &claims); err != nil {
		return nil, err
	}
	if time.Now().After(time.Unix(claims.ExpiresAt, 0).Add(leeway)) {
		return nil, errors.New("expired")
	}
	if claims.Issuer != issuer {
		return nil, errors.New("wrong issuer")
	}
	if claims.Audience != audience {
		return nil, errors.New("wrong audience")
	}
	return &claims, nil
}`;
