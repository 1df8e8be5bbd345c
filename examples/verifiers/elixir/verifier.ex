defmodule Verifier do
  @moduledoc "Verifies access tokens offline, with the public keys of one project."

  use GenServer

  @fresh_for :timer.minutes(5)
  # Anyone can send any kid, so an unknown one may ask the server only this often.
  @forced_every :timer.minutes(1)
  # A server that does not answer is left alone for a while.
  @retry_after :timer.seconds(5)
  # How many seconds clocks may differ.
  @leeway 5

  @doc "For a supervisor: `{Verifier, base_url: \"http://localhost:8080\", project: \"demo\"}`."
  def start_link(options), do: GenServer.start_link(__MODULE__, options, name: __MODULE__)

  @doc """
  What the token says. `{:error, :keys_unavailable}` says nothing about the token: answer 503 then, and 401 for every
  other error.
  """
  def verify(token) do
    with {:ok, kid} <- kid_of(token),
         {:ok, key} <- find(kid),
         {true, {:jose_jwt, claims}, _} <- :jose_jwt.verify_strict(key, ["ES256"], token),
         :ok <- check(claims) do
      {:ok, claims}
    else
      {:error, reason} -> {:error, reason}
      _ -> {:error, :wrong_signature}
    end
  end

  @doc """
  Whether the user has proven two factors, and that within so many seconds. The project must use second factors: other
  tokens say nothing about them, and are refused.
  """
  def stepped_up?(claims, max_auth_age) do
    is_recent = Map.get(claims, "auth_time", 0) >= System.os_time(:second) - max_auth_age - @leeway
    is_recent and "mfa" in Map.get(claims, "amr", [])
  end

  defp kid_of(token) do
    {:jose_jws, _, _, %{"kid" => kid}} = :jose_jwt.peek_protected(token)
    {:ok, kid}
  rescue
    # The functions of jose raise for what is not a token.
    _ -> {:error, :not_a_token}
  end

  defp check(claims) do
    {issuer, audience} = :persistent_term.get({__MODULE__, :expected})

    case claims do
      %{"iss" => ^issuer, "aud" => ^audience, "sub" => _, "exp" => exp} when is_integer(exp) ->
        if exp + @leeway > System.os_time(:second), do: :ok, else: {:error, :expired}

      _ ->
        {:error, :of_another_project}
    end
  end

  defp find(kid) do
    with :error <- Map.fetch(cached(), kid), do: GenServer.call(__MODULE__, {:find, kid}, :infinity)
  end

  defp cached, do: :persistent_term.get({__MODULE__, :keys}, %{})

  @impl true
  def init(options) do
    issuer = "#{String.trim_trailing(options[:base_url], "/")}/p/#{options[:project]}"
    :persistent_term.put({__MODULE__, :expected}, {issuer, options[:project]})
    {:ok, %{url: "#{issuer}/.well-known/jwks.json", forced_at: nil}, {:continue, :renew}}
  end

  @impl true
  def handle_continue(:renew, state), do: {:noreply, renew_regularly(state)}

  @impl true
  def handle_info(:renew, state), do: {:noreply, renew_regularly(state)}

  @impl true
  def handle_call({:find, kid}, _from, state) do
    state = if is_map_key(cached(), kid), do: state, else: renew_for_unknown(state)

    case cached() do
      %{^kid => key} -> {:reply, {:ok, key}, state}
      keys when keys == %{} -> {:reply, {:error, :keys_unavailable}, state}
      _ -> {:reply, {:error, :unknown_key}, state}
    end
  end

  defp renew_regularly(state) do
    Process.send_after(self(), :renew, if(renew(state) == :ok, do: @fresh_for, else: @retry_after))
    state
  end

  defp renew_for_unknown(%{forced_at: at} = state) do
    now = System.monotonic_time(:millisecond)

    if cached() != %{} and (at == nil or now - at >= @forced_every) do
      renew(state)
      %{state | forced_at: now}
    else
      state
    end
  end

  # Keys that cannot be renewed stay good.
  defp renew(%{url: url}) do
    with {:ok, {{_, 200, _}, _, body}} <- :httpc.request(:get, {url, []}, http_options(url), body_format: :binary) do
      keys = for key <- :jose.decode(body)["keys"], into: %{}, do: {key["kid"], :jose_jwk.from_map(key)}
      :persistent_term.put({__MODULE__, :keys}, keys)
    end
  end

  defp http_options("https:" <> _) do
    match = :public_key.pkix_verify_hostname_match_fun(:https)
    trust = [verify: :verify_peer, cacerts: :public_key.cacerts_get(), customize_hostname_check: [match_fun: match]]
    [ssl: trust] ++ http_options("http:")
  end

  defp http_options(_), do: [timeout: 5_000, connect_timeout: 5_000]
end
