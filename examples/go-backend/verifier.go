package main

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// Token is what a good access token says. UserID never changes: key your own data by it.
type Token struct {
	UserID        string         `json:"sub"`
	SessionID     string         `json:"sid"`
	Email         string         `json:"email"`
	EmailVerified bool           `json:"email_verified"`
	IsAnonymous   bool           `json:"anonymous"`
	Claims        map[string]any `json:"claims"`
	AuthTime      int64          `json:"auth_time"`
	AMR           []string       `json:"amr"`
	Issuer        string         `json:"iss"`
	Audience      string         `json:"aud"`
	IssuedAt      int64          `json:"iat"`
	ExpiresAt     int64          `json:"exp"`
}

// Verifier checks access tokens offline, with the public keys of one project.
type Verifier struct {
	issuer   string
	audience string
	keys     *keySet
}

var strict = base64.RawURLEncoding.Strict()

const clockTolerance = 5 * time.Second

func NewVerifier(baseURL, project string) *Verifier {
	issuer := strings.TrimRight(baseURL, "/") + "/p/" + project
	return &Verifier{issuer: issuer, audience: project, keys: newKeySet(issuer + "/.well-known/jwks.json")}
}

// Verify returns what the token says, once everything about it was checked. ErrKeysUnavailable says nothing
// about the token: answer 503 then, and 401 for every other error.
func (v *Verifier) Verify(text string) (*Token, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return nil, errors.New("not a token")
	}
	var header struct{ Alg, Kid string }
	if err := decode(parts[0], &header); err != nil {
		return nil, err
	}
	// Never the algorithm that the token asks for.
	if header.Alg != "ES256" || header.Kid == "" {
		return nil, errors.New("not signed with ES256")
	}
	key, err := v.keys.find(header.Kid)
	if err != nil {
		return nil, err
	}
	if !isGenuine(key, parts[0]+"."+parts[1], parts[2]) {
		return nil, errors.New("the signature is wrong")
	}
	token := &Token{}
	if err := decode(parts[1], token); err != nil {
		return nil, err
	}
	return token, v.check(token)
}

func (v *Verifier) check(token *Token) error {
	now := time.Now()
	switch {
	case token.Issuer != v.issuer:
		return fmt.Errorf("not issued by %s", v.issuer)
	case token.Audience != v.audience:
		return fmt.Errorf("not for %s", v.audience)
	case token.UserID == "":
		return errors.New("has no user")
	case !now.Before(time.Unix(token.ExpiresAt, 0).Add(clockTolerance)):
		return errors.New("expired")
	case time.Unix(token.IssuedAt, 0).After(now.Add(5 * time.Minute)):
		return errors.New("issued in the future: is a clock wrong?")
	}
	return nil
}

func isGenuine(key *ecdsa.PublicKey, signed, signature string) bool {
	bytes, err := strict.DecodeString(signature)
	if err != nil || len(bytes) != 64 {
		return false
	}
	hash := sha256.Sum256([]byte(signed))
	return ecdsa.Verify(key, hash[:], new(big.Int).SetBytes(bytes[:32]), new(big.Int).SetBytes(bytes[32:]))
}

func decode(part string, into any) error {
	bytes, err := strict.DecodeString(part)
	if err != nil {
		return errors.New("not a token")
	}
	if err := json.Unmarshal(bytes, into); err != nil {
		return errors.New("not a token")
	}
	return nil
}
