// The WebSocket to the program: JSON objects in both directions, and pictures and files from the program.
export class Connection {
  // heard(object), given(object, bytes), changed(isOpen)
  constructor(heard, given, changed) {
    Object.assign(this, { heard, given, changed });
    this.tries = 0;
    this.open();
  }

  open() {
    const address = new URL("socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => { this.tries = 0; this.changed(true); };
    this.socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(), Math.min(500 * 2 ** this.tries++, 8000));
    };
    this.socket.onmessage = (event) => {
      if (typeof event.data === "string") return this.heard(JSON.parse(event.data));
      const length = new DataView(event.data).getUint32(0, true);
      const object = JSON.parse(new TextDecoder().decode(new Uint8Array(event.data, 4, length)));
      this.given(object, new Uint8Array(event.data, 4 + length));
    };
  }

  ask(what, details = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: what, ...details }));
  }
}
