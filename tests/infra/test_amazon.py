"""How Amazon is asked: what is kept, and what is not followed."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pbem.wiring.amazon import AmazonByHttps

PEM = b"-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n"


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "/other.pem")
            self.end_headers()
            return
        self.send_response(200 if self.path.endswith(".pem") else 404)
        self.end_headers()
        self.wfile.write(PEM if self.path != "/odd.pem" else b"<html>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        server.asked = []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join(10)


def test_a_certificate_is_fetched_once(server):
    amazon = AmazonByHttps()
    url = f"http://127.0.0.1:{server.server_port}"

    assert [amazon.certificate(f"{url}/one.pem") for _ in range(3)] == [PEM] * 3
    for number in range(20):
        amazon.certificate(f"{url}/{number}.pem")
    amazon.certificate(f"{url}/one.pem")

    assert server.asked.count("/one.pem") == 2


@pytest.mark.parametrize("path", ["/away", "/gone", "/odd.pem"])
def test_what_is_no_certificate_is_not_kept_and_nobody_is_sent_elsewhere(server, path):
    amazon = AmazonByHttps()
    url = f"http://127.0.0.1:{server.server_port}{path}"

    for _ in range(2):
        with pytest.raises(OSError):
            amazon.certificate(url)

    assert server.asked == [path] * 2


def test_a_subscription_is_confirmed_by_getting_its_address(server):
    url = f"http://127.0.0.1:{server.server_port}"
    AmazonByHttps().confirm(f"{url}/yes.pem")

    assert server.asked == ["/yes.pem"]
    with pytest.raises(OSError):
        AmazonByHttps().confirm(f"{url}/no")


def test_an_amazon_that_is_not_there_is_an_outage():
    with pytest.raises(OSError):
        AmazonByHttps().certificate("http://127.0.0.1:9/x.pem")
