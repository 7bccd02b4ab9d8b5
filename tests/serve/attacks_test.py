"""Attacks on the server of `morula view`."""
import contextlib
import os
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import Client, View  # noqa: E402
from view_case import Case  # noqa: E402


class Attacks(Case):
    def setUp(self):
        super().setUp()
        self.target = self.view()

    def still_works(self):
        page = self.client(self.target)
        self.assertEqual(page.status, 101)
        page.ask("step", steps=1)
        page.wait_for("status", lambda told: told["hash"])
        page.close()

    def open_files(self):
        return len(os.listdir(f"/proc/{self.target.process.pid}/fd"))

    def test_requests(self):
        view, token = self.target, self.target.token
        status, page = view.request(f"/{token}/")
        self.assertEqual(status, 200)
        head = page.split(b"\r\n\r\n")[0].decode()
        self.assertIn("default-src 'none'", head)
        self.assertNotIn("Access-Control", head)
        self.assertNotIn("unsafe", head)
        for target in ("/", f"/{token}", f"/{token[:-1]}/", f"/{token}x/", f"/x{token}/", "/socket", "/app.js"):
            status, page = view.request(target)
            self.assertEqual(status, 403, target)
            self.assertNotIn(token.encode(), page)
        for name in ("../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "app.js/",
                     "./app.js", "app.js%00", "model.yaml", "runs/", "....//app.js"):
            self.assertEqual(view.request(f"/{token}/{name}")[0], 404, name)
        for host in ("evil.example", f"evil.example:{view.port}", "127.0.0.1.evil.example", ""):
            self.assertIn(view.request(f"/{token}/", host=host)[0], (400, 403), host)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            self.assertEqual(view.request(f"/{token}/", method=method)[0], 405, method)
        self.still_works()

    def test_sockets_of_others(self):
        view = self.target
        for how in ({"token": "x" * 32}, {"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": ""},
                    {"origin": "null"}, {"host": "evil.example", "origin": "http://evil.example"}):
            self.assertEqual(self.client(view, **how).status, 403, how)
        self.still_works()

    def test_bad_messages(self):
        view = self.target
        for payload in (b"", b"{", b"[]", b"\xff\xfe", b'{"do": "fly"}', b"[" * 500000, b'{"do":' * 100000,
                        b"x" * (3 << 20), b'{"do": "look", "width": 1e9}'):
            page = self.client(view)
            with self.assertRaises((ConnectionError, TimeoutError)):  # closed, perhaps before everything was sent
                page.connection.sendall(page.frame(payload))
                while True:
                    page.hear()
            page.close()
        page = self.client(view)
        with self.assertRaises(ConnectionError):
            page.connection.sendall(page.frame(b'{"do": "play"}', kind=2))  # binary
            while True:
                page.hear()
        self.still_works()

    def test_a_message_in_endless_parts(self):
        page = self.client(self.target)
        with self.assertRaises(OSError):  # closed when the sum of the parts is too large
            page.connection.sendall(page.frame(b'{"do": "', last=False))
            for _ in range(200):
                page.connection.sendall(page.frame(b" " * 16384, kind=0, last=False))
            while True:
                page.hear()
        self.still_works()

    def test_nothing_is_leaked(self):
        self.still_works()
        time.sleep(0.3)
        before = self.open_files()
        for _ in range(40):
            page = self.client(self.target)
            page.ask("look", width=64, height=64)
            page.connection.sendall(page.frame(b"{"))
            page.close()
            self.target.request("/nonsense/")
        end = time.monotonic() + 20
        while self.open_files() > before and time.monotonic() < end:
            time.sleep(0.1)
        self.assertLessEqual(self.open_files(), before)
        self.still_works()

    def test_the_page_of_a_refusal_says_why(self):
        status, page = self.target.request("/wrong/")
        self.assertEqual(status, 403)
        self.assertIn(b"text/html", page)
        self.assertIn(b"morula view", page)

    def test_raw_bytes(self):
        for rubbish in (b"\x00" * 5000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"GET " + b"a" * 100000, os.urandom(3000)):
            with socket.create_connection((self.target.host, self.target.port), timeout=20) as connection:
                try:
                    connection.sendall(rubbish)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
                except OSError as error:  # closed at once, perhaps before everything was sent
                    self.assertNotIsInstance(error, TimeoutError)
        self.still_works()

    def test_looks_of_nothing(self):
        page = self.client(self.target)
        page.wait_for("model")
        for look in ({"of": "nonsense"}, {"of": "../state"}, {"volume": False, "axis": "x", "at": 10**9}):
            page.ask("look", width=64, height=48, **look)
            page.wait_for("picture")
            page.ask("legend")
            page.wait_for("legend")
            page.ask("value", x=32, y=24, pick=True)
            page.wait_for("picked")
            page.ask("seen")
        self.still_works()

    def test_flood(self):
        page = self.client(self.target)
        with self.assertRaises(ConnectionError):
            many = page.frame(b'{"do": "pause"}') * 3000
            page.connection.sendall(many)
            while True:
                page.hear()
        self.still_works()

    def test_two_hundred_clients(self):
        view = self.target
        clients, statuses = [], []
        for _ in range(200):
            try:
                clients.append(Client(view))
                statuses.append(clients[-1].status)
            except ConnectionError:
                statuses.append(0)
        self.assertEqual(statuses.count(101), 8)
        self.assertIn(503, statuses)
        for client in clients:
            client.close()
        time.sleep(0.5)
        self.still_works()

    def test_idle_connections(self):
        held = [socket.create_connection((self.target.host, self.target.port)) for _ in range(200)]
        for connection in held:
            connection.close()
        time.sleep(0.5)
        self.still_works()

    def test_killed_in_mid_message(self):
        for _ in range(5):
            page = self.client(self.target)
            page.connection.sendall(page.frame(b'{"do": "change", "change": {"set"' + b" " * 1000)[:500])
            page.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            page.close()
        self.still_works()

    def test_a_page_that_does_not_read(self):
        stopped, page = self.client(self.target, buffer=4096), self.client(self.target)
        stopped.ask("look", width=2048, height=2048)
        with contextlib.suppress(ConnectionError):  # the server may close the connection before all requests are sent
            for _ in range(140):
                stopped.ask("curves", width=2000)
                stopped.ask("take", what="report")
        page.ask("step", steps=150)
        page.wait_for("status", lambda told: told["step"] == 150 and told["hash"], seconds=30)
        threading.Event().wait(0.2)
        self.still_works()

    def test_a_slow_reader(self):
        slow, page = self.client(self.target, buffer=4096), self.client(self.target)
        slow.ask("look", width=1500, height=1500)
        page.ask("step", steps=200)
        for _ in range(20):  # 80 kB a second
            slow.connection.recv(4096)
            slow.ask("seen")
            time.sleep(0.05)
        page.wait_for("status", lambda told: told["step"] == 200 and told["hash"], seconds=10)
        self.still_works()

    def test_no_room_to_listen(self):
        with self.assertRaisesRegex(RuntimeError, "--port"):
            View("model.yaml", "--backend", "cpu", "--port", self.target.port, folder=self.folder)


if __name__ == "__main__":
    unittest.main()
