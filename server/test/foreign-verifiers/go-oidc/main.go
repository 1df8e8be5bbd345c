// Verifies a token per line with go-oidc, set up by discovery: {"now": seconds, "token": "..."} in, a line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

type question struct {
	Now   int64  `json:"now"`
	Token string `json:"token"`
}

func main() {
	issuer, audience := os.Args[1], os.Args[2]
	var now time.Time
	provider, err := oidc.NewProvider(context.Background(), issuer)
	if err != nil {
		panic(err)
	}
	// The keys and the algorithms are those of the discovery document.
	verifier := provider.Verifier(&oidc.Config{ClientID: audience, Now: func() time.Time { return now }})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		now = time.Unix(asked.Now, 0)
		if _, err := verifier.Verify(context.Background(), asked.Token); err != nil {
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println("ok")
		}
	}
}
