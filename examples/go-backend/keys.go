package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"sync"
	"time"
)

var ErrKeysUnavailable = errors.New("the keys of the project cannot be fetched")

const (
	freshFor = 5 * time.Minute
	// A stranger can send any kid, so an unknown one may ask the server only this often.
	forcedEvery = time.Minute
	// A server that does not answer is left alone for a while.
	retryAfter = 5 * time.Second
)

// keySet holds the public keys of a project. Keys that cannot be renewed stay good: an outage of the server
// does not become one of yours.
type keySet struct {
	url      string
	client   *http.Client
	fetching sync.Mutex

	mu        sync.RWMutex
	keys      map[string]*ecdsa.PublicKey
	renewedAt time.Time
	failedAt  time.Time
	forcedAt  time.Time
}

func newKeySet(url string) *keySet {
	return &keySet{url: url, client: &http.Client{
		Timeout: 5 * time.Second,
		// Followed by nobody: whoever answers elsewhere is not the issuer.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (s *keySet) find(kid string) (*ecdsa.PublicKey, error) {
	key, isFresh := s.look(kid)
	if key != nil && isFresh {
		return key, nil
	}
	if key != nil {
		// One caller waits for newer keys; the others go on with those they have.
		if s.fetching.TryLock() {
			defer s.fetching.Unlock()
			s.renew()
			if renewed, isRenewed := s.look(kid); isRenewed {
				key, isFresh = renewed, true
			}
		}
	} else {
		s.fetching.Lock()
		defer s.fetching.Unlock()
		if key, isFresh = s.look(kid); key == nil && !isFresh {
			s.renew()
			key, isFresh = s.look(kid)
		}
		if key == nil && isFresh && time.Since(s.forcedAt) >= forcedEvery {
			s.forcedAt = time.Now()
			s.renew()
			key, isFresh = s.look(kid)
		}
	}
	if key != nil {
		return key, nil
	}
	if !isFresh {
		return nil, ErrKeysUnavailable
	}
	return nil, errors.New("no key of the project signed it")
}

func (s *keySet) look(kid string) (key *ecdsa.PublicKey, isFresh bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.keys[kid], s.keys != nil && time.Since(s.renewedAt) < freshFor
}

// renew is called with fetching locked.
func (s *keySet) renew() {
	if time.Since(s.failedAt) < retryAfter {
		return
	}
	keys, err := s.fetch()
	if err != nil {
		s.failedAt = time.Now()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys, s.renewedAt = keys, time.Now()
}

func (s *keySet) fetch() (map[string]*ecdsa.PublicKey, error) {
	answer, err := s.client.Get(s.url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", s.url, answer.StatusCode)
	}
	var set struct {
		Keys []struct{ Kid, Kty, Crv, X, Y string }
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 100_000)).Decode(&set); err != nil {
		return nil, err
	}
	keys := make(map[string]*ecdsa.PublicKey)
	for _, each := range set.Keys {
		if each.Kty == "EC" && each.Crv == "P-256" && each.Kid != "" {
			if key := publicKey(each.X, each.Y); key != nil {
				keys[each.Kid] = key
			}
		}
	}
	return keys, nil
}

func publicKey(x, y string) *ecdsa.PublicKey {
	xBytes, xErr := strict.DecodeString(x)
	yBytes, yErr := strict.DecodeString(y)
	if xErr != nil || yErr != nil {
		return nil
	}
	key := &ecdsa.PublicKey{
		Curve: elliptic.P256(),
		X:     new(big.Int).SetBytes(xBytes),
		Y:     new(big.Int).SetBytes(yBytes),
	}
	// Refuses what is not a point of the curve.
	if _, err := key.ECDH(); err != nil {
		return nil
	}
	return key
}
