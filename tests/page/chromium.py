"""A headless Chromium, driven over the pipe of its DevTools protocol: no package is needed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """One browser with one page. `errors` are what it complained of, `requests` what it asked for."""

    def __init__(self, program: str) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def place_pipes() -> None:
            os.dup2(theirs_in, 13)
            os.dup2(theirs_out, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        # The browser reads from file 3 and writes to file 4.
        self._process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--remote-debugging-pipe",
                f"--user-data-dir={self._profile.name}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=place_pipes,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._from, self._to = ours_in, ours_out
        self._buffer = b""
        self._last = 0
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        self._profile.cleanup()

    def _receive(self) -> dict:
        while b"\0" not in self._buffer:
            part = os.read(self._from, 1 << 20)
            if not part:
                raise RuntimeError("the browser is gone")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _notice(self, message: dict) -> None:
        method, given = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            detail = given["exceptionDetails"]
            self.errors.append(detail.get("exception", {}).get("description", detail["text"]))
        elif method == "Runtime.consoleAPICalled" and given["type"] == "error":
            self.errors.append(str(given["args"]))
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.errors.append(given["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])

    def call(self, method: str, **params: object) -> dict:
        self._last += 1
        number = self._last
        message: dict = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._notice(answer)

    def open(self, url: str) -> None:
        # From another page: within the same file a new address would only be a jump.
        self._go("about:blank")
        self.requests.clear()
        self._go(url)

    def _go(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        limit = time.monotonic() + 30
        there = f"location.href === {json.dumps(url)} && document.readyState === 'complete'"
        while not self.evaluate(there):
            if time.monotonic() > limit:
                raise RuntimeError(f"{url} does not load")

    def size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def prefer(self, **features: str) -> None:
        listed = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.call("Emulation.setEmulatedMedia", features=listed)

    def evaluate(self, expression: str) -> object:
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def press(self, key: str, shift: bool = False) -> None:
        """A key as a person presses it, and a moment for the page to follow."""
        given = {"key": key, "modifiers": 8 if shift else 0}
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "ArrowUp": 38, "ArrowDown": 40, "Home": 36}
        codes |= {"End": 35, "Tab": 9, " ": 32, "Escape": 27}
        given["windowsVirtualKeyCode"] = codes.get(key, ord(key.upper()[0]))
        if len(key) == 1:
            given["text"] = key
        self.call("Input.dispatchKeyEvent", type="keyDown", **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)
        self.evaluate("new Promise((done) => setTimeout(done, 0))")

    def screenshot(self) -> bytes:
        import base64

        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def pdf(self) -> bytes:
        import base64

        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])
