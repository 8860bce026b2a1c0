// Search runs in a worker. Browsers start none for pages that are opened from disk, so there it runs in a hidden frame.
if (location.protocol === "file:") {
    window.Worker = window.IFrameWorker = class extends EventTarget {
        constructor(address) {
            super();
            const frame = document.createElement("iframe");
            frame.hidden = true;
            frame.srcdoc = `<script>
                window.postMessage = data => parent.postMessage(data, "*");
                window.importScripts = (...names) => Promise.all(names.map(name => new Promise((done, failed) => {
                    const script = document.createElement("script");
                    Object.assign(script, { src: name, onload: done, onerror: failed });
                    document.head.append(script);
                })));
            <\/script><script src="${new URL(address, document.baseURI)}"><\/script>`;
            this.ready = new Promise(done => frame.addEventListener("load", done));
            this.frame = frame;
            window.addEventListener("message", event => {
                if (event.source === frame.contentWindow) this.dispatchEvent(new MessageEvent("message", { data: event.data }));
            });
            if (document.body) document.body.append(frame);
            else document.addEventListener("DOMContentLoaded", () => document.body.append(frame));
        }
        postMessage(data) {
            // Search leaves out what follows a minus; here --option is looked for.
            if (typeof data.data === "string") data = { ...data, data: data.data.replace(/(^|\s)--+/g, "$1") };
            this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
        }
        terminate() {
            this.frame.remove();
        }
    };
}
