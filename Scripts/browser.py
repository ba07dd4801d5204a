"""A review in Chromium, for the checks beside this file: the server, a window, and axe-core."""
import contextlib, shutil, socket, subprocess, sys, threading, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build/review-browser"
# The second one holds axe-core, the third one makes what a camera sees; they are wanted for nothing else.
PACKAGES = ["selenium==4.51.0", "--no-deps axe-playwright-python==0.1.8", "pillow==13.0.0"]
PATIENCE = 20


def stop(text):
    raise SystemExit(f"{Path(sys.argv[0]).name}: {text}")


def check(truth, text):
    if not truth:
        stop(text)


def install():
    done = FOLDER / "versions"
    if not done.exists() or done.read_text() != "\n".join(PACKAGES):
        shutil.rmtree(FOLDER, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]
        for package in PACKAGES:
            if subprocess.run(command + ["--target", str(FOLDER)] + package.split()).returncode != 0:
                stop(f"pip could not fetch {package}; this check wants the Python package index")
        done.write_text("\n".join(PACKAGES))
    sys.path.insert(0, str(FOLDER))


class Wire:
    """Between browser and server: it can be cut, and joined again."""

    def __init__(self, port):
        self.port, self.is_cut, self.sockets = port, False, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.end = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            near = self.listener.accept()[0]
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.port))
            self.sockets += [near, far]
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, source, target):
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            each.close()

    def cut(self):
        self.is_cut = True
        for each in self.sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self.sockets = []

    def join(self):
        self.is_cut = False


@contextlib.contextmanager
def server(recto, out, port=0):
    """A review of the folder, and what it prints."""
    process = subprocess.Popen([recto, "review", str(out), "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def serving(recto, out, kind=None):
    """A review of the folder, and a window at what it prints."""
    with server(recto, out) as link:
        window = (kind or Window)(link)
        try:
            yield window
        finally:
            window.driver.quit()


class Window:
    def __init__(self, link, *arguments):
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,900", *arguments):
            options.add_argument(argument)
        self.wire = Wire(int(link.split(":")[2].split("/")[0]))
        rules = [f"MAP {host}:{self.wire.port} 127.0.0.1:{self.wire.end}" for host in ("127.0.0.1", "localhost")]
        options.add_argument(f"--host-resolver-rules={', '.join(rules)}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.binary_location = "/usr/bin/chromium"
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.base = link.split("/sign-in")[0]
        self.keys = 0
        self.driver.get(link)

    def open(self, path):
        self.driver.get(self.base + path)

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, *arguments, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.ask(script, *arguments):
                return value
            time.sleep(.02)
        stop(f"waited in vain for {script} at {self.page()}")

    def type(self, text):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.driver).send_keys(text).perform()

    def press(self, key, control=False):
        """One key, as a person presses it; the page's answer is not waited for."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        chain = ActionChains(self.driver)
        (chain.key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL) if control else chain.send_keys(key)).perform()
        self.keys += 1

    def go(self, key):
        """A key that leads to another page."""
        self.lead(lambda: self.press(key))

    def lead(self, act):
        before = self.driver.current_url
        act()
        self.until("return location.href !== arguments[0] && document.readyState === 'complete'", before)

    def page(self):
        return self.ask("return document.body.innerText")

    def errors(self):
        # A refused save and a page that is not there answer with such a status.
        expected = ("404", "409", "422")
        entries = [entry["message"] for entry in self.driver.get_log("browser")]
        return [text for text in entries if not any(each in text for each in expected)]

    def command(self, name, **arguments):
        """One of the browser's own commands, for what no page can ask for."""
        return self.driver.execute_cdp_cmd(name, arguments)

    def shoot(self, file):
        self.driver.save_screenshot(str(file))


def hold_against_axe(window, name):
    """Holds what is shown against the rules of WCAG 2.2 AA and axe-core's best practice: light and dark, wide and narrow."""
    axe = (FOLDER / "axe_playwright_python/axe.min.js").read_text()
    # Not by the page, whose policy lets in no script of others.
    window.command("Runtime.evaluate", expression=axe)
    for width in (1280, 375):
        window.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        for scheme in ("light", "dark"):
            window.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            found = window.driver.execute_async_script(
                "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })"
                ".then(arguments[0])")
            for violation in found["violations"]:
                print(f"{name}, {width} pixels, {scheme}: {violation['id']}: {violation['help']}: "
                      + ", ".join(node["html"][:120] for node in violation["nodes"][:3]), file=sys.stderr)
            check(not found["violations"], f"axe-core finds what is wrong with {name}")
            check(window.ask("return document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide")
    window.command("Emulation.clearDeviceMetricsOverride")
    window.command("Emulation.setEmulatedMedia", features=[])
    return 4


def read_by_axe(window, pages):
    """The same of pages, with all their details open."""
    for page in pages:
        window.open(page)
        window.ask("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        hold_against_axe(window, page)
    return len(pages) * 4


def add_person(recto, out, name, *roles):
    """Returns the code that lets in once."""
    command = [recto, "review", "user", "add", str(out), name] + [part for role in roles for part in ("--role", role)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[1].strip()


def sign_in(window, name, password, code=None):
    window.open("/sign-in")
    window.ask("document.querySelector('details').open = arguments[0]", code is not None)
    form = window.driver.find_elements("css selector", "form[action='/sign-in']")[code is not None]
    for key, value in ({"name": name, "password": password} | ({"code": code} if code else {})).items():
        form.find_element("name", key).send_keys(value)
    window.lead(form.find_element("tag name", "button").click)
