// Pushes of the browser that shows the settings: it subscribes, or ends that. What it is
// to be told is chosen on the page; the site is told by forms.
"use strict";

(() => {
  const form = document.getElementById("push-here");
  if (!form) return;
  const on = document.getElementById("push-on");
  const off = document.getElementById("push-off");
  const say = (what) => { form.querySelector("[role=status]").textContent = form.dataset[what] ?? ""; };

  const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const key = form.dataset.key;

  async function pushes() {
    return (await navigator.serviceWorker.ready).pushManager;
  }

  // row finds the line of this browser by a hash of its endpoint.
  async function row(subscription) {
    if (!subscription || encode(subscription.options.applicationServerKey) !== key) return null;
    const hash = encode(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint)));
    return document.querySelector(`[data-endpoint="${hash}"]`);
  }

  function send(action, fields) {
    form.action = action;
    for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
    form.submit();
  }

  async function subscribe() {
    say("");
    if (await Notification.requestPermission() !== "granted") {
      say(Notification.permission === "denied" ? "blocked" : "dismissed");
      return;
    }
    const manager = await pushes();
    let subscription = await manager.getSubscription();
    if (subscription && encode(subscription.options.applicationServerKey) !== key) { // of a site that had another key
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) });
    send(form.action, { endpoint: subscription.endpoint, p256dh: encode(subscription.getKey("p256dh")), auth: encode(subscription.getKey("auth")) });
  }

  async function unsubscribe() {
    const subscription = await (await pushes()).getSubscription();
    const mine = await row(subscription);
    await subscription?.unsubscribe();
    send(form.dataset.remove, { id: mine?.dataset.target ?? "" });
  }

  // show marks the line of this browser, and offers what can be done.
  async function show() {
    const mine = await row(await (await pushes()).getSubscription());
    mine?.querySelector(".here").removeAttribute("hidden");
    on.hidden = !!mine;
    off.hidden = !mine;
    if (Notification.permission === "denied") say("blocked");
  }

  const trying = (action) => () => action().catch(() => say("failed"));
  const handle = (button, action) => button.addEventListener("click", (event) => {
    event.preventDefault();
    trying(action)();
  });

  form.hidden = false;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    say("unsupported");
    return;
  }
  handle(on, subscribe);
  handle(off, unsubscribe);
  trying(show)();
})();
