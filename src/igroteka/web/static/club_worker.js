// Lets a phone's page open again without the network, where a browser allows such workers:
// over TLS, or on the machine itself. Answers of the house are fresh whenever it answers.
const KEPT = "igroteka club";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const kept = request.mode === "navigate" || path.startsWith("/static/");
  if (request.method === "GET" && kept) event.respondWith(freshOrKept(request));
});

async function freshOrKept(request) {
  const store = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const known = await store.match(request);
    if (known) return known;
    throw error;
  }
}
