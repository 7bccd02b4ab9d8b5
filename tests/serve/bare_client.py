"""A small WebSocket client for tests and measurements of `morula view`, which needs only Python's standard library."""
import base64
import json
import os
import select
import signal
import socket
import struct
import subprocess
import time
from urllib.parse import urlsplit

UNCHANGING = ("look", "seen", "value", "follow", "legend", "curves", "preview")
PROGRAM = os.path.abspath(os.environ.get("MORULA_PROGRAM", "build/release/morula"))


class View:
    """A running `morula view ARGUMENTS`, until it is closed by SIGINT, which jobs in the background of a shell ignore."""

    def __init__(self, *arguments, folder=".", command="view"):
        self.process = subprocess.Popen([PROGRAM, command, *map(str, arguments), "--no-browser"], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        self.address = self.process.stdout.readline().strip() if ready else ""
        if not self.address.startswith("http://"):
            self.process.kill()
            raise RuntimeError("no address: " + self.process.communicate()[1])
        parts = urlsplit(self.address)
        self.host, self.port, self.token = parts.hostname, parts.port, parts.path.strip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.close()
        self.process.stdout.close()
        self.process.stderr.close()

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def request(self, target, host=None, method="GET", headers=(), body=b""):
        """The answer to a plain request: its status and its bytes."""
        with socket.create_connection((self.host, self.port), timeout=20) as connection:
            lines = [f"{method} {target} HTTP/1.1"]
            if host != "":
                lines.append(f"Host: {host or f'{self.host}:{self.port}'}")
            connection.sendall("\r\n".join([*lines, *headers, "", ""]).encode() + body)
            answer = b""
            try:
                while more := connection.recv(65536):
                    answer += more
            except ConnectionError:
                pass
        words = answer.split(b" ", 2)
        return (int(words[1]) if len(words) > 1 else 0), answer


class Client:
    def __init__(self, view, token=None, host=None, origin=None, buffer=None):
        self.connection = socket.socket()
        if buffer:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.connection.settimeout(30)
        self.connection.connect((view.host, view.port))
        host = host or f"{view.host}:{view.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /{token or view.token}/socket HTTP/1.1", f"Host: {host}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin != "":
            lines.append(f"Origin: {origin or 'http://' + host}")
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())
        self.held = b""
        self.passed_status = None  # the last status that came while another object was awaited; it is returned once
        while b"\r\n\r\n" not in self.held:
            more = self.connection.recv(65536)
            if not more:
                raise ConnectionError("closed")
            self.held += more
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        self.status = int(head.split(b" ", 2)[1])

    def close(self):
        self.connection.close()

    def frame(self, payload, kind=1, last=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if last else 0) | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big") if size else b""
        return head + mask + masked

    def ask(self, wanted, **details):
        if wanted not in UNCHANGING:
            self.passed_status = None
        self.connection.sendall(self.frame(json.dumps({"do": wanted, **details}).encode()))

    def _take(self, count):
        while len(self.held) < count:
            more = self.connection.recv(1 << 18)
            if not more:
                raise ConnectionError("closed")
            self.held += more
        taken, self.held = self.held[:count], self.held[count:]
        return taken

    def hear(self):
        """The next object; bytes that came with it are in `bytes`."""
        while True:
            first, size = self._take(2)
            size &= 127
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            kind = first & 15
            if kind == 8:
                raise ConnectionError("closed")
            if kind == 9:
                self.connection.sendall(self.frame(payload, 10))
            if kind == 1:
                return json.loads(payload)
            if kind == 2:
                length, = struct.unpack("<I", payload[:4])
                return {**json.loads(payload[4:4 + length]), "bytes": payload[4 + length:]}

    def wait_for(self, kind, when=lambda _: True, seconds=60):
        end = time.monotonic() + seconds
        passed, self.passed_status = self.passed_status, None
        if kind == "status" and passed and when(passed):
            return passed
        while time.monotonic() < end:
            heard = self.hear()
            if heard["is"] == kind and when(heard):
                return heard
            if heard["is"] == "status":
                self.passed_status = heard
            if heard["is"] == "picture":
                self.ask("seen")
        raise TimeoutError(kind)
