// Browsers start no worker from a page on disk. The search of the site is one, so where the page is
// such, `Worker` becomes a hidden frame that runs the same script and gets the same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.inside = frame.contentWindow;
      this.waiting = [];
      this.inside.document.open();
      this.inside.document.write(`<!doctype html><script src="${url}"></` + "script>");
      this.inside.document.close();
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      frame.addEventListener("load", () => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
    }
    postMessage(data) {
      if (this.waiting) {
        this.waiting.push(data);
        return;
      }
      // Its own `postMessage` sends to this page: what is for the worker comes as an event.
      const event = new this.inside.MessageEvent("message", { data });
      this.inside.dispatchEvent(event);
    }
    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
