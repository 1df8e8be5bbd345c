package main

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// StepUp is what a route asks for beyond a good token: two factors, and a proof within the last MaxAuthAge (0: ever).
// The project must use second factors: other tokens say nothing about them, and are refused.
type StepUp struct {
	RequireMFA bool
	MaxAuthAge time.Duration
}

var ErrStepUp = errors.New("prove who you are again")

// Check returns ErrStepUp when the user has proven too little, or too long ago. What the token does not say was not
// proven.
func (s StepUp) Check(token *Token) error {
	if s.RequireMFA && !slices.Contains(token.AMR, "mfa") {
		return ErrStepUp
	}
	age := time.Since(time.Unix(token.AuthTime, 0))
	if s.MaxAuthAge > 0 && (token.AuthTime == 0 || age > s.MaxAuthAge+clockTolerance) {
		return ErrStepUp
	}
	return nil
}

// Challenge is the www-authenticate header of RFC 9470, with all that the route asks for.
func (s StepUp) Challenge() string {
	challenge := `Bearer error="insufficient_user_authentication"`
	if s.RequireMFA {
		challenge += `, acr_values="mfa"`
	}
	if s.MaxAuthAge > 0 {
		challenge += fmt.Sprintf(`, max_age="%d"`, int(s.MaxAuthAge.Seconds()))
	}
	return challenge
}
