package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	verifier := NewVerifier(setting("AUTH_URL", "http://localhost:8080"), setting("AUTH_PROJECT", "demo"))
	port := setting("PORT", "3000")
	http.Handle("/me", withToken(verifier, true, me))
	http.Handle("/members", withToken(verifier, false, me))
	payout := StepUp{RequireMFA: true, MaxAuthAge: 5 * time.Minute}
	http.Handle("/payout", withToken(verifier, false, withStepUp(payout, me)))
	fmt.Printf("http://localhost:%s/me\n", port)
	if err := http.ListenAndServe(":"+port, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func me(response http.ResponseWriter, _ *http.Request, token *Token) {
	answer(response, http.StatusOK, map[string]any{
		"userId": token.UserID, "email": token.Email, "isAnonymous": token.IsAnonymous,
	})
}

type handler func(http.ResponseWriter, *http.Request, *Token)

// withToken calls the handler for good tokens only.
func withToken(verifier *Verifier, allowsGuests bool, next handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		bearer, isBearer := strings.CutPrefix(request.Header.Get("authorization"), "Bearer ")
		if !isBearer {
			refuse(response, http.StatusUnauthorized, "send the access token as authorization: Bearer")
			return
		}
		token, err := verifier.Verify(bearer)
		switch {
		case errors.Is(err, ErrKeysUnavailable):
			refuse(response, http.StatusServiceUnavailable, err.Error())
		case err != nil:
			refuse(response, http.StatusUnauthorized, err.Error())
		case token.IsAnonymous && !allowsGuests:
			refuse(response, http.StatusForbidden, "guests may not do this")
		default:
			next(response, request, token)
		}
	})
}

// withStepUp calls the handler when the user has proven enough. Otherwise the app asks the user, and calls again.
func withStepUp(stepUp StepUp, next handler) handler {
	return func(response http.ResponseWriter, request *http.Request, token *Token) {
		if err := stepUp.Check(token); err != nil {
			response.Header().Set("www-authenticate", stepUp.Challenge())
			answer(response, http.StatusUnauthorized, map[string]any{"title": err.Error(), "status": 401})
			return
		}
		next(response, request, token)
	}
}

func refuse(response http.ResponseWriter, status int, title string) {
	if status == http.StatusUnauthorized {
		response.Header().Set("www-authenticate", "Bearer")
	}
	answer(response, status, map[string]any{"title": title, "status": status})
}

func answer(response http.ResponseWriter, status int, body map[string]any) {
	response.Header().Set("content-type", "application/json")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(body)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
