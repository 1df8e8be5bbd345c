using System.Security.Claims;

var builder = WebApplication.CreateBuilder(args);
var baseUrl = builder.Configuration["AUTH_URL"] ?? "http://localhost:8080";
var project = builder.Configuration["AUTH_PROJECT"] ?? "demo";
var leeway = TimeSpan.FromSeconds(5);

builder.Services.AddAuthentication().AddJwtBearer(options =>
{
    options.Authority = $"{baseUrl}/p/{project}";
    options.RequireHttpsMetadata = !builder.Environment.IsDevelopment();
    options.Audience = project;
    options.TokenValidationParameters.ValidAlgorithms = ["ES256"];
    options.TokenValidationParameters.ClockSkew = leeway;
    // Claims keep their names: "sub" and "amr".
    options.MapInboundClaims = false;
    // Unless it is set, the keys are fetched every twelve hours only.
    options.AutomaticRefreshInterval = TimeSpan.FromMinutes(5);
    // Anyone can send any kid, so an unknown one may ask the server only this often.
    options.RefreshInterval = TimeSpan.FromMinutes(1);
});
builder.Services.AddAuthorizationBuilder()
    .AddFallbackPolicy("everybody", policy => policy.RequireAuthenticatedUser())
    .AddPolicy("members", policy => policy.RequireAuthenticatedUser()
        .RequireAssertion(call => !call.User.HasClaim("anonymous", "true")));

var app = builder.Build();
app.MapGet("/me", Me);
app.MapGet("/members", Me).RequireAuthorization("members");
app.MapGet("/payout", (HttpContext context, ClaimsPrincipal user) =>
{
    if (HasSteppedUp(user, TimeSpan.FromMinutes(5))) return Me(user);
    context.Response.Headers.WWWAuthenticate =
        "Bearer error=\"insufficient_user_authentication\", acr_values=\"mfa\", max_age=\"300\"";
    return Results.Unauthorized();
});
app.Run();

static IResult Me(ClaimsPrincipal user) =>
    Results.Json(new { userId = user.FindFirstValue("sub"), isAnonymous = user.HasClaim("anonymous", "true") });

// Whether the user has proven two factors, and that recently enough. The project must use second factors: other tokens
// say nothing about them, and are refused.
bool HasSteppedUp(ClaimsPrincipal user, TimeSpan maxAuthAge) =>
    user.HasClaim("amr", "mfa")
    && long.TryParse(user.FindFirstValue("auth_time"), out var provenAt)
    && DateTimeOffset.FromUnixTimeSeconds(provenAt) + maxAuthAge + leeway >= DateTimeOffset.UtcNow;
