// Runs a tool with Node in a process of its own, so that what it and its children cost can be told apart from what runs
// beside it: measured.mjs TOOL ARGS... Sends `{ processorSeconds }` to its parent; null where the system does not say.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { forwardSignals } from '../node24.mjs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Processor time of all children that have ended, user and system; null but on Linux. */
function childrenSeconds() {
  try {
    // The fields after the program's name, which may hold spaces: the 14th and 15th are the children's times.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return null;
  }
}

process.exitCode = await forwardSignals(spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' }));
process.send?.({ processorSeconds: childrenSeconds() });
process.disconnect?.();
