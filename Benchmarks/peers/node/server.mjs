// node:http with template literals, a cluster of two, rendered for each request:
// node server.mjs PORT DATA

import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [port, data] = process.argv.slice(2);

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
// Tests first: a replacement with a function is expensive even without a match.
const escaped = (text) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character]) : text;

const rendered = (row) =>
  `<li><a class="row" id="${escaped(row.id)}" href="${escaped(row.href)}">` +
  `<span class="mag ${escaped(row.colour)}"` +
  `${row.number ? ` data-magnitude="${escaped(row.number)}"` : ""}><span class="vh">Magnitude </span>` +
  `${escaped(row.magnitude)}</span><span class="row-text">` +
  `<span class="row-name" dir="auto">${escaped(row.name)}</span>` +
  `<span class="row-note">${escaped(row.note)}</span></span><span class="row-end">` +
  `<time datetime="${escaped(row.time)}">` +
  `${escaped(row.clock)}</time><span>${escaped(row.ago)}</span></span></a></li>`;

if (cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
} else {
  const { head, tail, rows } = JSON.parse(readFileSync(join(data, "rows.json"), "utf8"));
  createServer((_, response) => {
    const html = `${head}${rows.map(rendered).join("")}${tail}`;
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(html),
    });
    response.end(html);
  }).listen(Number(port), "127.0.0.1");
}
