// Signs in, refreshes and reads a reason, with a client that protoc generated. Prints what came back as JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	authv1 "svc/auth/v1"
)

func main() {
	connection, err := grpc.NewClient(os.Getenv("ADDR"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	auth := authv1.NewAuthServiceClient(connection)
	call := metadata.AppendToOutgoingContext(context.Background(), "x-svc-key", os.Getenv("KEY"))
	email, password := os.Getenv("EMAIL"), os.Getenv("PASSWORD")

	signedIn, err := auth.SignIn(call, &authv1.SignInRequest{Email: email, Password: password})
	if err != nil {
		log.Fatal(err)
	}
	refreshed, err := auth.RefreshToken(call, &authv1.RefreshTokenRequest{RefreshToken: signedIn.GetRefreshToken()})
	if err != nil {
		log.Fatal(err)
	}
	bearer := metadata.AppendToOutgoingContext(call, "authorization", "Bearer "+refreshed.GetAccessToken())
	me, err := auth.GetMe(bearer, &authv1.GetMeRequest{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = auth.SignIn(call, &authv1.SignInRequest{Email: email, Password: "not " + password})
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"email":     me.GetUser().GetEmail(),
		"refreshed": refreshed.GetRefreshToken() != signedIn.GetRefreshToken(),
		"reason":    reasonOf(err),
	})
}

func reasonOf(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return ""
}
