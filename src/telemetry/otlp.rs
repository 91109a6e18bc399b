//! Exports spans to an OpenTelemetry collector, as OTLP over HTTP.
//!
//! Only Siwa's own spans are exported, without their log events: these may quote other libraries,
//! and secrets are masked only when the log is written.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// The timeout of an export.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of the last export, when the program ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The connection to a collector.
#[derive(Debug)]
pub(super) struct Export(SdkTracerProvider);

impl Export {
    /// An exporter to the collector at this base address; requests are made on `runtime`. `None` if
    /// the exporter cannot be built.
    pub(super) fn to(base: &str, runtime: &Handle) -> Option<Self> {
        let client = Client {
            http: reqwest::Client::builder()
                .timeout(EXPORT_TIMEOUT)
                .build()
                .ok()?,
            runtime: runtime.clone(),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_endpoint(format!("{}/v1/traces", base.trim_end_matches('/')))
            .build()
            .ok()?;
        let resource = Resource::builder().with_service_name("siwa").build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .build();
        Some(Self(provider))
    }

    /// The layer of the log that records spans.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: tracing::Subscriber + for<'a> LookupSpan<'a>,
    {
        let ours =
            |what: &tracing::Metadata<'_>| what.is_span() && what.target().starts_with("siwa");
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("siwa"))
            .with_filter(filter_fn(ours))
    }

    /// Exports the remaining spans.
    pub(super) fn finish(&self) {
        // An unreachable collector must not keep the program from ending.
        let _ = self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT);
    }
}

/// serenity's HTTP client, on a runtime that the exporter's thread does not have.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (http, request) = (self.http.clone(), request.try_into()?);
        // The client's timers need a runtime from the start.
        let told = self.runtime.spawn(async move {
            let told = http.execute(request).await?;
            let status = told.status();
            Ok::<_, reqwest::Error>((status, told.bytes().await?))
        });
        let (status, body) = told.await??;
        let mut response = Response::new(body);
        *response.status_mut() = status;
        Ok(response)
    }
}
