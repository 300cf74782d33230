// The service worker. It shows what is pushed, and off line the last seen state of the
// visitor's own matches, which keep.js has kept, or a page that says so. It intercepts
// nothing but reads of pages and of files of the site, and posts nothing. The server puts
// before it what kit is.
"use strict";

const shell = "shell " + kit.version;
const mostFiles = 60;

addEventListener("install", (event) => event.waitUntil(install(event)));

// install keeps what is shown off line. Posts pass by this worker where the browser allows it:
// a page that posts while it goes away may be gone before the worker has let the post through.
async function install(event) {
  await event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" }).catch(() => {}); // a browser that refuses this installs the rest
  const cache = await caches.open(shell);
  await cache.addAll(kit.shell.map((path) => new Request(path, { credentials: "omit" })));
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("shell ") && name !== shell) await caches.delete(name);
  await registration.navigationPreload?.enable(); // a page does not wait for this worker
  await clients.claim();
}

addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(clients.claim());
  if (event.data === "sweep") event.waitUntil(sweep());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(event));
});

// file answers with a file of the site, whose address changes with its content.
async function file(event) {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (isFile(response)) event.waitUntil(keepFile(event.request, response.clone()));
  return response;
}

// isFile reports whether an answer is a file of the site: a network that wants one to sign
// in answers any request with a page.
function isFile(response) {
  return response.ok && !response.redirected && !response.headers.get("Content-Type")?.startsWith("text/html");
}

async function keepFile(request, response) {
  const cache = await caches.open("files");
  await cache.put(request, response);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - mostFiles))) await cache.delete(old);
}

// page answers with what the site says, and without it with what was kept.
async function page(event, url) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(note(response));
    return response;
  } catch {
    return offline(url);
  }
}

// note deletes what was kept for others than the player of whom the site knows now.
async function note(response) {
  const player = response.headers.get("TR-Player");
  if (player === null) return;
  for (const name of await caches.keys()) if (name.startsWith("own ") && name !== "own " + player) await caches.delete(name);
  const language = response.headers.get("Content-Language");
  if (language) await (await caches.open(shell)).put("/language", new Response(language));
}

async function offline(url) {
  const own = (await caches.keys()).find((name) => name.startsWith("own "));
  const cache = own && await caches.open(own);
  const kept = await cache?.match(url.pathname);
  if (kept) return asSeen(kept);
  const cached = await caches.match("/language");
  const language = (await cached?.text()) ?? Object.keys(kit.seen).find((l) => navigator.language.startsWith(l)) ?? "en";
  const text = await (await caches.match("/offline?language=" + language)).text();
  const links = [];
  for (const request of (await cache?.keys())?.reverse() ?? []) {
    const title = decodeURIComponent((await cache.match(request)).headers.get("TR-Title"));
    links.push(`<li><a href="${escape(new URL(request.url).pathname)}">${escape(title)}</a></li>`);
  }
  return answer(links.length ? text.replace('<ul id="kept" hidden></ul>', () => `<ul id="kept">${links.join("")}</ul>`) : text);
}

// asSeen shows a page that was kept, and says so.
async function asSeen(kept) {
  const text = await kept.text();
  const language = text.match(/<html[^>]* lang="(\w+)"/)?.[1] ?? "en";
  const when = new Date(Number(kept.headers.get("TR-Seen"))).toLocaleString(language === "en" ? "en-GB" : language, { dateStyle: "long", timeStyle: "short" });
  const line = `<p class="lost" id="offline" role="status">${escape(kit.seen[language].replace("TIME", when))}</p>`;
  return answer(text.replace(/<p id="lost"/, (lost) => line + lost));
}

function answer(html) {
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": kit.policy, "Cache-Control": "no-store" } });
}

function escape(text) {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

addEventListener("push", (event) => event.waitUntil(show(event.data.json()).then(sweep)));

// show shows a notice in place of an earlier one under the same id, and of those of the
// same match.
async function show(notice) {
  const path = new URL(notice.url, location.origin).pathname;
  for (const older of await registration.getNotifications()) {
    if (notice.match && older.data?.match === notice.match && older.tag !== notice.id) older.close();
  }
  await registration.showNotification(notice.title, {
    body: notice.body, tag: notice.id, lang: notice.language, icon: kit.icon, badge: kit.badge, data: { path, match: notice.match, kind: notice.kind },
  });
}

// sweep closes the notices of turns that are over, wherever the move was made.
async function sweep() {
  const notices = (await registration.getNotifications()).filter(({ data }) => ["turn", "time_low"].includes(data?.kind));
  if (notices.length === 0) return;
  const response = await fetch("/me/turns").catch(() => null);
  if (!response?.ok) return;
  const { turns } = await response.json();
  for (const notice of notices) if (!turns.includes(notice.data.match)) notice.close();
}

// A subscription that the browser has ended, or is about to, is renewed, as long as the
// player of the browser still wants it.
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.newSubscription)));

async function renew(subscription) {
  const { key } = await (await fetch("/api/v1/push/key")).json();
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ renew: "1", endpoint, p256dh: keys.p256dh, auth: keys.auth });
  const response = await fetch("/settings/notices/push", { method: "POST", redirect: "manual", body });
  if (response.status >= 400 && response.status < 500) await subscription.unsubscribe();
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

// open shows a page of the site, in the window that shows it already if there is one.
async function open(path) {
  for (const client of await clients.matchAll({ type: "window" })) {
    if (new URL(client.url).pathname === path) return client.focus();
  }
  return clients.openWindow(path);
}
