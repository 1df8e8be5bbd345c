import com.google.rpc.ErrorInfo;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import svc.auth.v1.AuthServiceGrpc;
import svc.auth.v1.GetMeRequest;
import svc.auth.v1.RefreshTokenRequest;
import svc.auth.v1.SignInRequest;

/** Signs in, refreshes and reads a reason, with a client that protoc generated. Prints what came back as JSON. */
public final class Client {
  public static void main(String[] args) throws Exception {
    String email = System.getenv("EMAIL");
    String password = System.getenv("PASSWORD");
    ManagedChannel channel = ManagedChannelBuilder.forTarget(System.getenv("ADDR")).usePlaintext().build();
    var auth = AuthServiceGrpc.newBlockingStub(channel).withInterceptors(header("x-svc-key", System.getenv("KEY")));
    var signedIn = auth.signIn(SignInRequest.newBuilder().setEmail(email).setPassword(password).build());
    var refreshed =
        auth.refreshToken(RefreshTokenRequest.newBuilder().setRefreshToken(signedIn.getRefreshToken()).build());
    var me =
        auth.withInterceptors(header("authorization", "Bearer " + refreshed.getAccessToken()))
            .getMe(GetMeRequest.getDefaultInstance());
    String reason = "";
    try {
      auth.signIn(SignInRequest.newBuilder().setEmail(email).setPassword("not " + password).build());
    } catch (StatusRuntimeException error) {
      for (var detail : StatusProto.fromThrowable(error).getDetailsList()) {
        if (detail.is(ErrorInfo.class)) reason = detail.unpack(ErrorInfo.class).getReason();
      }
    }
    boolean changed = !refreshed.getRefreshToken().equals(signedIn.getRefreshToken());
    System.out.printf(
        "{\"email\":\"%s\",\"refreshed\":%s,\"reason\":\"%s\"}%n", me.getUser().getEmail(), changed, reason);
    channel.shutdownNow();
  }

  private static io.grpc.ClientInterceptor header(String name, String value) {
    Metadata metadata = new Metadata();
    metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    return MetadataUtils.newAttachHeadersInterceptor(metadata);
  }
}
