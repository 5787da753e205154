//! The JSON analysis protocol: a line is a query, an answer is a line.

mod fields;
mod query;
mod response;

pub use query::{Action, ActionRequest, Include, Message, Override, Query, QueryError, Warning};
pub use response::{ModelInfo, Response, no_results};
