//! HTTP endpoints for operators: liveness, readiness and metrics.
//!
//! | path | answer |
//! |---|---|
//! | `/healthz` | 200 as long as the process lives |
//! | `/readyz` | 200 if the database answers and interactions may be sent, else 503 |
//! | `/metrics` | [metrics](crate::metrics) as text for Prometheus |
//!
//! Everyone who reaches the address may ask; nothing in the answers is about a person.

use std::future::pending;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::app::App;
use crate::metrics::CONTENT_TYPE;

/// How long the database may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);

/// Answers until its task is aborted. A connection on which no request arrives within `idle` is
/// closed.
pub async fn serve(listener: TcpListener, app: App, idle: Duration) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "metrics are served");
    }
    let router = Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(app);
    siwa_http::serve(listener, router, idle, pending()).await;
}

async fn ready(State(app): State<App>) -> Response {
    let unready = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let readiness = &app.readiness;
    if readiness.failing.load(Ordering::Relaxed) {
        return unready("the database cannot be used\n");
    }
    match timeout(REQUEST_TIMEOUT, app.store().answers()).await {
        Ok(Ok(())) if readiness.stopping.load(Ordering::Relaxed) => unready("stopping\n"),
        Ok(Ok(())) if readiness.begun.load(Ordering::Relaxed) => "ready\n".into_response(),
        Ok(Ok(())) => unready("starting\n"),
        _ => unready("the database does not answer\n"),
    }
}

async fn metrics(State(app): State<App>) -> Response {
    let backlog = timeout(REQUEST_TIMEOUT, app.store().backlog(app.now())).await;
    let backlog = backlog.ok().and_then(Result::ok);
    match app.store().metrics.text(backlog.as_deref()) {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
