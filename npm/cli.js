#!/usr/bin/env node
import process from "node:process";

import { main } from "./lib/cli/main.js";

// The reader of a pipe may leave early (`agentmd check | head`): nothing is wrong then.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

const { stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
