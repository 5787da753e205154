//! One WebSocket connection with small buffers, so that ten thousand fit.

use std::time::Duration;

use api::{ClientMessage, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::target::Target;

/// What takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Opens a connection for the account of the cookie.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) async fn open(target: Target, cookie: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{target}/ws").into_client_request()?;
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", HeaderValue::from_str(cookie)?);
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(1024)
            .write_buffer_size(0)
            .max_message_size(Some(4 * 1024 * 1024));
        let opening = async {
            let stream = TcpStream::connect(target.address()).await?;
            stream.set_nodelay(true)?;
            client_async_with_config(request, stream, Some(config)).await
        };
        let (stream, _) = timeout(PATIENCE, opening).await.map_err(late)??;
        Ok(Self { stream })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the connection is broken.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), Error> {
        // The wire types are plain data; serialising them cannot fail.
        self.send_text(serde_json::to_string(message).unwrap_or_default()).await
    }

    /// Sends a text frame as it is.
    ///
    /// # Errors
    /// When the connection is broken.
    pub(crate) async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Error> {
        self.send_raw(Message::Text(text.into())).await
    }

    /// Sends any frame.
    ///
    /// # Errors
    /// When the connection is broken.
    pub(crate) async fn send_raw(&mut self, message: Message) -> Result<(), Error> {
        timeout(PATIENCE, self.stream.send(message)).await.map_err(late)?
    }

    /// The next text frame; an error when the connection has ended. May be dropped while it waits.
    ///
    /// # Errors
    /// When the connection is broken or closed.
    pub(crate) async fn next_text(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err(Error::ConnectionClosed),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// The next message. May be dropped while it waits.
    ///
    /// # Errors
    /// When the connection is broken or closed, or the frame is none of the protocol's.
    pub(crate) async fn next(&mut self) -> Result<ServerMessage, Error> {
        let text = self.next_text().await?;
        serde_json::from_str(&text)
            .map_err(|error| Error::Io(std::io::Error::other(format!("{error} in {text}"))))
    }

    /// Closes the connection properly, without waiting long for the other side.
    pub(crate) async fn close(mut self) {
        // It may be closed or broken already.
        let _ = timeout(Duration::from_secs(1), self.stream.close(None)).await;
    }
}

fn late(_: tokio::time::error::Elapsed) -> Error {
    Error::Io(std::io::ErrorKind::TimedOut.into())
}
