// Digests and canonical JSON (RFC 8785), from Node alone: nothing of the compiler's is used here.
import { createHash } from "node:crypto";

export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

export function digest(bytes) {
  return `sha256:${sha256(bytes)}`;
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  // Sorted by UTF-16 code units, as the RFC wants it and as `sort` does it.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

export function byBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
