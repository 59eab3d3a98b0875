import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const measured = fileURLToPath(new URL('measured.mjs', import.meta.url));
const running = new Set();

/**
 * @typedef {{ isFine: boolean, output: string, wallSeconds: number, processorSeconds: number | null }} Outcome
 */

/** Hands whole lines on as they come; the rest at the end. */
function byLine(print) {
  let rest = '';
  return {
    add(text) {
      const end = text.lastIndexOf('\n') + 1;
      if (end === 0) {
        rest += text;
        return;
      }
      print(rest + text.slice(0, end));
      rest = text.slice(end);
    },
    end() {
      if (rest !== '') print(`${rest}\n`);
      rest = '';
    },
  };
}

/**
 * Runs a tool to its end.
 * @param {string} node the Node to run it with
 * @param {string} tool path of its script
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, print?: (lines: string) => void }} [options] `print` gets the tool's lines while
 *   they come; without it they are in the outcome
 * @returns {Promise<Outcome>}
 */
export function runTool(node, tool, args, { env = process.env, print } = {}) {
  return new Promise((resolve) => {
    const start = performance.now();
    let output = '';
    let processorSeconds = null;
    const lines = byLine((text) => (print === undefined ? (output += text) : print(text)));
    const child = spawn(node, [measured, path.resolve(tool), ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env,
    });
    running.add(child);
    child.stdout.setEncoding('utf8').on('data', lines.add);
    child.stderr.setEncoding('utf8').on('data', lines.add);
    child.on('message', (message) => ({ processorSeconds } = message));
    const finish = (isFine) => {
      running.delete(child);
      lines.end();
      resolve({ isFine, output, wallSeconds: (performance.now() - start) / 1000, processorSeconds });
    };
    child.once('error', (error) => {
      lines.add(`${error.message}\n`);
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

/** Ends every tool that still runs, and waits until they are gone. */
export async function stopTools() {
  const children = [...running];
  const gone = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(gone);
}
