//! Verifies access tokens offline, with the public keys of one project.

use std::sync::RwLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::sync::Mutex;

const FRESH_FOR: Duration = Duration::from_secs(300);
/// Anyone can send any `kid`, so an unknown one may ask the server only this often.
const FORCED_EVERY: Duration = Duration::from_secs(60);
/// A server that does not answer is left alone for a while.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// How many seconds clocks may differ.
const LEEWAY: u64 = 5;

/// What a token says.
#[derive(Debug, Deserialize)]
pub struct Claims {
    pub sub: String,
    pub email: Option<String>,
    #[serde(default)]
    pub anonymous: bool,
    #[serde(default)]
    pub claims: Map<String, Value>,
    #[serde(default)]
    pub amr: Vec<String>,
    pub auth_time: Option<u64>,
}

#[derive(Debug)]
pub enum Refusal {
    /// Says nothing about the token: answer 503.
    KeysUnavailable,
    /// Answer 401.
    Token(String),
}

pub struct Verifier {
    keys_url: String,
    validation: Validation,
    http: reqwest::Client,
    keys: RwLock<Option<(JwkSet, Instant)>>,
    renewal: Mutex<Renewal>,
}

#[derive(Default)]
struct Renewal {
    failed_at: Option<Instant>,
    forced_at: Option<Instant>,
}

impl Verifier {
    pub fn new(base_url: &str, project: &str) -> reqwest::Result<Self> {
        let issuer = format!("{}/p/{project}", base_url.trim_end_matches('/'));
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_issuer(&[&issuer]);
        validation.set_audience(&[project]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.leeway = LEEWAY;
        Ok(Self {
            keys_url: format!("{issuer}/.well-known/jwks.json"),
            validation,
            http: reqwest::Client::builder().timeout(Duration::from_secs(5)).build()?,
            keys: RwLock::default(),
            renewal: Mutex::default(),
        })
    }

    pub async fn verify(&self, token: &str) -> Result<Claims, Refusal> {
        let wrong = |error: jsonwebtoken::errors::Error| Refusal::Token(error.to_string());
        let header = decode_header(token).map_err(wrong)?;
        let Some(kid) = header.kid.filter(|_| header.alg == Algorithm::ES256) else {
            return Err(Refusal::Token("not signed with ES256".into()));
        };
        let key = DecodingKey::from_jwk(&self.find(&kid).await?).map_err(wrong)?;
        Ok(decode(token, &key, &self.validation).map_err(wrong)?.claims)
    }

    async fn find(&self, kid: &str) -> Result<Jwk, Refusal> {
        let (known, is_fresh, _) = self.cached(kid);
        let renewal = match &known {
            Some(_) if is_fresh => None,
            // One caller waits for newer keys; the others go on with those they have.
            Some(_) => self.renewal.try_lock().ok(),
            None => Some(self.renewal.lock().await),
        };
        if let Some(mut renewal) = renewal {
            self.renew_if_due(kid, &mut renewal).await;
        }
        match self.cached(kid) {
            (Some(key), ..) => Ok(key),
            (None, _, true) => Err(Refusal::Token("no key of the project signed it".into())),
            (None, _, false) => Err(Refusal::KeysUnavailable),
        }
    }

    /// The key, whether the keys are fresh, and whether there are any.
    fn cached(&self, kid: &str) -> (Option<Jwk>, bool, bool) {
        match &*self.keys.read().expect("no reader panics") {
            Some((keys, at)) => (keys.find(kid).cloned(), at.elapsed() < FRESH_FOR, true),
            None => (None, false, false),
        }
    }

    async fn renew_if_due(&self, kid: &str, renewal: &mut Renewal) {
        let (known, is_fresh, _) = self.cached(kid);
        let since = |at: Option<Instant>, wait| at.is_none_or(|at| at.elapsed() >= wait);
        if is_fresh {
            if known.is_some() || !since(renewal.forced_at, FORCED_EVERY) {
                return;
            }
            renewal.forced_at = Some(Instant::now());
        }
        if !since(renewal.failed_at, RETRY_AFTER) {
            return;
        }
        match self.fetch().await {
            Ok(keys) => *self.keys.write().expect("no reader panics") = Some((keys, Instant::now())),
            // Keys that cannot be renewed stay good.
            Err(_) => renewal.failed_at = Some(Instant::now()),
        }
    }

    async fn fetch(&self) -> reqwest::Result<JwkSet> {
        self.http.get(&self.keys_url).send().await?.error_for_status()?.json().await
    }
}

/// Whether the user has proven two factors, and that within so many seconds. The project must use second factors:
/// other tokens say nothing about them, and are refused.
pub fn has_stepped_up(claims: &Claims, max_auth_age: u64) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let is_recent = claims.auth_time.is_some_and(|at| at + max_auth_age + LEEWAY >= now);
    is_recent && claims.amr.iter().any(|method| method == "mfa")
}
