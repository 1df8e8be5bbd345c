# Reads a token per line and prints what it says.

{:ok, _} = Application.ensure_all_started(:inets)
{:ok, _} = Application.ensure_all_started(:ssl)
{:ok, _} = Application.ensure_all_started(:jose)
Code.require_file("verifier.ex", __DIR__)

{:ok, _} =
  Verifier.start_link(
    base_url: System.get_env("AUTH_URL", "http://localhost:8080"),
    project: System.get_env("AUTH_PROJECT", "demo")
  )

for line <- IO.stream(:stdio, :line) do
  case Verifier.verify(String.trim(line)) do
    {:ok, claims} ->
      kind =
        cond do
          Verifier.stepped_up?(claims, 300) -> "two factors"
          claims["anonymous"] -> "guest"
          true -> "user"
        end

      IO.puts("#{kind} #{claims["sub"]}")

    {:error, :keys_unavailable} ->
      IO.puts("unavailable")

    {:error, reason} ->
      IO.puts("refused #{reason}")
  end
end
