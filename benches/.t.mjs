import { checkSync } from "agentmd";
import { dimensions } from "./dimensions.js";
const [name, ...sizes] = process.argv.slice(2);
const d = dimensions.find((d) => d.name.includes(name));
for (const n of sizes.map(Number)) { const f = d.folder(n); const s = process.cpuUsage(); const r = checkSync(f); const c = process.cpuUsage(s); console.log(n, ((c.user + c.system) / 1000).toFixed(1)); }
