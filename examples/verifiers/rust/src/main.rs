//! Reads a token per line and prints what it says.

use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use verifier::{Refusal, Verifier, has_stepped_up};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setting = |name: &str, default: &str| std::env::var(name).unwrap_or(default.into());
    let base_url = setting("AUTH_URL", "http://localhost:8080");
    let verifier = Verifier::new(&base_url, &setting("AUTH_PROJECT", "demo"))?;
    let mut tokens = BufReader::new(stdin()).lines();
    while let Some(token) = tokens.next_line().await? {
        match verifier.verify(&token).await {
            Ok(claims) if has_stepped_up(&claims, 300) => println!("two factors {}", claims.sub),
            Ok(claims) if claims.anonymous => println!("guest {}", claims.sub),
            Ok(claims) => println!("user {}", claims.sub),
            Err(Refusal::KeysUnavailable) => println!("unavailable"),
            Err(Refusal::Token(why)) => println!("refused {why}"),
        }
    }
    Ok(())
}
