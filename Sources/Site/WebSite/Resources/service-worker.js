"use strict";

// Answers navigations while the network or the server is away, and nothing else: the shown page
// stays, with what was typed into it, and says so. Stores nothing, so no page is ever old.
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => {
  const { mode, method, referrer } = event.request;
  // The requests of a worker have the origin of its site. A form of another site keeps its own.
  const isSafe = method === "GET" || referrer.startsWith(`${location.origin}/`);
  if (mode === "navigate" && isSafe) event.respondWith(answer(event));
});

async function answer({ request, clientId }) {
  try {
    return await fetch(request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    pages.forEach(page => page.postMessage("away"));
    // Browsers stay on the shown page when an answer has no content. Firefox does not tell which one.
    const hasPage = clientId || pages.some(page => page.visibilityState === "visible");
    return hasPage ? new Response(null, { status: 204 }) : new Response(PAGE, { status: 503, headers });
  }
}

// A tab without a page of this site
const RETRY = `setInterval(() => fetch("", { method: "HEAD" }).then(() => location.reload(), () => {}), 3000)`;
const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;padding:2rem}`;
const PAGE = '<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Offline</title>'
  + `<style>${STYLE}</style><script>${RETRY}</script><h1>Offline</h1><p>This page opens when the network is back.</p>`;
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'sha256-6S/wJJuQ0oac5EOK9J67+63IHP07VLJyhkJAMlV1lT0='; style-src 'sha256-9PJUXpcTI7TeeS2EKArrx9NO5PKzXorNuVcp+WXaz/4='",
};
