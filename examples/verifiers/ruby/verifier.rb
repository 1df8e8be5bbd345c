require "json"
require "jwt"
require "net/http"

# Verifies access tokens offline, with the public keys of one project.
class Verifier
  # Says nothing about the token: answer 503.
  class KeysUnavailable < StandardError; end

  FRESH_FOR = 300
  # Anyone can send any kid, so an unknown one may ask the server only this often.
  FORCED_EVERY = 60
  # A server that does not answer is left alone for a while.
  RETRY_AFTER = 5
  # How many seconds clocks may differ.
  LEEWAY = 5

  def initialize(base_url, project)
    @issuer = "#{base_url.chomp("/")}/p/#{project}"
    @audience = project
    @renewal = Mutex.new
    @renewed_at = @failed_at = @forced_at = -Float::INFINITY
  end

  # What the token says. Raises KeysUnavailable, or JWT::DecodeError for everything that is wrong with the token.
  def verify(token)
    claims, = JWT.decode(
      token, nil, true,
      algorithms: ["ES256"],
      iss: @issuer, verify_iss: true,
      aud: @audience, verify_aud: true,
      required_claims: %w[exp iss aud sub],
      leeway: LEEWAY,
      jwks: ->(asked) { keys(kid_is_unknown: asked[:kid_not_found]) }
    )
    claims
  end

  # Whether the user has proven two factors, and that within so many seconds. The project must use second factors:
  # other tokens say nothing about them, and are refused.
  def self.stepped_up?(claims, max_auth_age:)
    is_recent = claims.fetch("auth_time", 0) >= Time.now.to_i - max_auth_age - LEEWAY
    is_recent && claims.fetch("amr", []).include?("mfa")
  end

  private

  def keys(kid_is_unknown:)
    # One thread waits for newer keys; the others go on with those they have, unless theirs is not among them.
    has_lock = @keys.nil? || kid_is_unknown ? @renewal.lock : @renewal.try_lock
    renew_if_due(kid_is_unknown) if has_lock
    @keys || raise(KeysUnavailable, "cannot fetch the keys")
  ensure
    @renewal.unlock if @renewal.owned?
  end

  def renew_if_due(kid_is_unknown)
    is_fresh = now - @renewed_at < FRESH_FOR
    return if now - @failed_at < RETRY_AFTER
    return if is_fresh && !(kid_is_unknown && now - @forced_at >= FORCED_EVERY)

    @forced_at = now if is_fresh
    @keys = JSON.parse(fetch, symbolize_names: true)
    @renewed_at = now
  rescue IOError, SystemCallError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError, JSON::ParserError
    # Keys that cannot be renewed stay good.
    @failed_at = now
  end

  def fetch
    url = URI("#{@issuer}/.well-known/jwks.json")
    limits = { use_ssl: url.scheme == "https", open_timeout: 5, read_timeout: 5 }
    Net::HTTP.start(url.host, url.port, **limits) { |http| http.get(url.request_uri).tap(&:value).body }
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
