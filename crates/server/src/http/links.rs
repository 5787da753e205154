//! What one answer leads to: the description says where the ids of its paths come from, so that programs (and tests that
//! are made from the description) find their way.

use utoipa::Modify;
use utoipa::openapi::link::Link;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

/// Gives every operation an id of its own, and links answers with the operations that take their ids.
#[derive(Debug)]
pub(crate) struct Links;

/// The answer that has ids: its path, method and status; where the id and the key stand in it; the paths that take them.
type Source =
    (&'static str, &'static str, &'static str, &'static str, Option<&'static str>, &'static str);

const SOURCES: &[Source] = &[
    (
        "/api/v1/games",
        "post",
        "201",
        "$response.body#/id",
        Some("$response.body#/key"),
        "/api/v1/games/{id}",
    ),
    ("/api/v1/games", "post", "201", "$response.body#/id", None, "/api/v1/seeks/{id}"),
    ("/api/v1/games", "get", "200", "$response.body#/games/0/id", None, "/api/v1/games/{id}"),
    ("/api/v1/seeks", "get", "200", "$response.body#/0/id", None, "/api/v1/games/{id}/join"),
    ("/api/v1/records", "post", "201", "$response.body#/id", None, "/api/v1/records/{id}"),
    ("/api/v1/rulesets", "get", "200", "$response.body#/0/id", None, "/api/v1/rulesets/{id}"),
];

impl Modify for Links {
    fn modify(&self, description: &mut OpenApi) {
        let mut targets = Vec::new();
        for (path, item) in &mut description.paths.paths {
            for (method, operation) in operations(item) {
                let id = operation_id(method, path);
                let has_key = operation
                    .parameters
                    .iter()
                    .flatten()
                    .any(|p| matches!(p, RefOr::T(parameter) if parameter.name == "key"));
                targets.push((path.clone(), id.clone(), has_key));
                operation.operation_id = Some(id);
            }
        }
        for (path, method, status, id, key, below) in SOURCES {
            let Some(item) = description.paths.paths.get_mut(*path) else { continue };
            let Some((_, operation)) = operations(item).into_iter().find(|(m, _)| m == method)
            else {
                continue;
            };
            let Some(RefOr::T(response)) = operation.responses.responses.get_mut(*status) else {
                continue;
            };
            for (path, target, has_key) in &targets {
                let fits = path == below || path.starts_with(&format!("{below}/"));
                if !fits {
                    continue;
                }
                let mut link = Link::builder().operation_id(target.clone()).parameter("id", *id);
                if let (Some(key), true) = (key, has_key) {
                    link = link.parameter("key", *key);
                }
                response.links.insert(target.clone(), link.build().into());
            }
        }
    }
}

fn operations(item: &mut PathItem) -> Vec<(&'static str, &mut Operation)> {
    let all = [
        ("get", &mut item.get),
        ("post", &mut item.post),
        ("put", &mut item.put),
        ("patch", &mut item.patch),
        ("delete", &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, slot)| Some((method, slot.as_mut()?))).collect()
}

/// `get_games_id_events` for `GET /api/v1/games/{id}/events`.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.trim_start_matches("/api/v1/").split(['/', '-', '{', '}']);
    let words: Vec<&str> = std::iter::once(method).chain(words.filter(|w| !w.is_empty())).collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::Value;

    #[test]
    fn ids_are_unique_and_links_lead_somewhere() {
        let description: Value = serde_json::from_str(&crate::openapi()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let operations: Vec<&Value> =
            paths.values().flat_map(|item| item.as_object().unwrap().values()).collect();
        let mut ids = HashSet::new();
        for operation in &operations {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
        let responses =
            operations.iter().flat_map(|o| o["responses"].as_object().unwrap().values());
        let mut linked = HashSet::new();
        for link in responses.filter_map(|r| r["links"].as_object()).flat_map(|l| l.values()) {
            let target = link["operationId"].as_str().unwrap();
            assert!(ids.contains(target), "{target}");
            linked.insert(target.to_owned());
        }
        for id in [
            "get_games_id",
            "post_games_id_join",
            "get_games_id_events",
            "get_games_id_sgf",
            "post_games_id_proposal",
            "delete_seeks_id",
            "get_records_id",
            "get_rulesets_id",
        ] {
            assert!(linked.contains(id), "{id} is not linked: {linked:?}");
        }
    }
}
