#!/usr/bin/env node
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findNode24, giveUp, requireUsableNode, root, runNode24 } from './node24.mjs';

/** `npx capstone …`: the operator's commands, handed over to the project's own Node. */
requireUsableNode();
if (findNode24() === null || !existsSync(path.join(root, 'node_modules', 'commander'))) {
  giveUp('Capstone is not installed yet; run npm start first.');
}

// Paths that are given mean the folder where the operator stands; the data is where `npm start` keeps it.
const environment = { ...process.env, DATA_DIR: path.resolve(root, process.env.DATA_DIR || 'data') };
process.exitCode = await runNode24(
  [path.join(root, 'src/cli/main.ts'), ...process.argv.slice(2)],
  environment,
);
