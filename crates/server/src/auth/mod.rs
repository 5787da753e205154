//! Who asks: sessions, their cookie, passwords, and whether a request comes from our own pages.

mod origin;
mod password;
mod session;

pub(crate) use origin::check_origin;
pub(crate) use password::{hash, verify};
pub(crate) use session::{MaybeUser, User, begin, cookie_out, end, random_hex};
