//! Networks from the outside: files, vectors, and what must hold between the parts.

mod files;
mod reference;
mod samples;
