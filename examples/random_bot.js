// A whole bot for any game, in JavaScript: igroteka match GAME "external(node random_bot.js)" …
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", line => {
  const message = JSON.parse(line);
  if (message.type !== "choose") return;
  const place = Math.floor(Math.random() * message.actions.length);
  console.log(JSON.stringify({ action: message.actions[place] }));
});
