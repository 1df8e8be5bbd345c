# Reads a token per line and prints what it says.

require_relative "verifier"

$stdout.sync = true
verifier = Verifier.new(ENV.fetch("AUTH_URL", "http://localhost:8080"), ENV.fetch("AUTH_PROJECT", "demo"))
$stdin.each_line(chomp: true) do |token|
  claims = verifier.verify(token)
  kind = "user"
  kind = "guest" if claims["anonymous"]
  kind = "two factors" if Verifier.stepped_up?(claims, max_auth_age: 300)
  puts "#{kind} #{claims["sub"]}"
rescue Verifier::KeysUnavailable
  puts "unavailable"
rescue JWT::DecodeError => error
  puts "refused #{error.message}"
end
