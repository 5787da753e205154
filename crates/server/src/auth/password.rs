//! Passwords: argon2id, in a blocking task, a few at a time.

use std::sync::Arc;

use api::Code;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::error::Error;

/// The hash of a password in PHC form, with a random salt and the parameters OWASP names (19 MB, two passes).
///
/// # Errors
/// When too many are hashed already, or the system has no random numbers.
pub(crate) async fn hash(slots: &Arc<Semaphore>, password: String) -> Result<String, Error> {
    blocking(slots, move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).ok()
    })
    .await?
    .ok_or_else(|| Code::Internal.into())
}

/// Whether the password is the one of the hash. Without a hash it takes as long and is wrong, so that nobody learns which
/// names exist.
///
/// # Errors
/// When too many are checked already.
pub(crate) async fn verify(
    slots: &Arc<Semaphore>,
    password: String,
    hash: Option<String>,
) -> Result<bool, Error> {
    blocking(slots, move || match hash.as_deref().map(PasswordHash::new) {
        Some(Ok(hash)) => Argon2::default().verify_password(password.as_bytes(), &hash).is_ok(),
        Some(Err(_)) | None => {
            let _ = Argon2::default().hash_password(password.as_bytes());
            false
        }
    })
    .await
}

async fn blocking<T: Send + 'static>(
    slots: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let wait = std::time::Duration::from_secs(5);
    let slot = tokio::time::timeout(wait, slots.clone().acquire_owned()).await;
    let Ok(Ok(slot)) = slot else { return Err(Code::Busy.into()) };
    let done = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        work()
    });
    done.await.map_err(|_| Code::Internal.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_passes() {
        let slots = Arc::new(Semaphore::new(1));
        let made = hash(&slots, "马晓春 1964".to_owned()).await.unwrap();
        assert!(made.starts_with("$argon2id$"));
        assert!(verify(&slots, "马晓春 1964".to_owned(), Some(made.clone())).await.unwrap());
        assert!(!verify(&slots, "马晓春 1965".to_owned(), Some(made)).await.unwrap());
        assert!(!verify(&slots, String::new(), None).await.unwrap());
        assert!(!verify(&slots, String::new(), Some("no hash".to_owned())).await.unwrap());
    }
}
