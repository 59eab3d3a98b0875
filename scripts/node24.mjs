import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The scripts of this folder run on whatever Node started them, 20 or newer, and hand over to the project's own
 * Node 24, an exact dependency. They therefore use nothing that Node 20 lacks.
 */

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Where Node keeps compiled sources: the second start is quicker, and needs 25 MB less without the TypeScript stripper. */
export const compileCache = path.join(root, 'node_modules', '.cache', 'capstone');

/**
 * The portal's own flags. Requests leave little behind, and a small nursery keeps 25 MB at rest and 60 under load free. A
 * heap that may grow to many gigabytes lets rubbish lie up to four times what is in use: with this bound, which the portal
 * is far from, 800 signed-in pages leave it at 175 MB instead of 290.
 */
export const serverFlags = ['--max-semi-space-size=4', '--max-old-space-size=1024'];

/**
 * For glibc; other systems ignore it. By default each thread gets a pool of its own and large texts stay in it after use:
 * under attack 300 MB instead of 450 to 550.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: compileCache,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

const requiredVersion = 24;
const oldestThatStarts = 20;

/** Ends the process with one line. */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}

/** @returns {[number, number]} major and minor */
function numbersOf(version) {
  const [, major = 0, minor = 0] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
const majorOf = (version) => numbersOf(version)[0];

const getNode = `"npm install --global node@${requiredVersion}" installs a newer one.`;

/** Refuses to go on under a Node that does not understand these scripts. */
export function requireUsableNode() {
  if (majorOf(process.version) < oldestThatStarts) {
    giveUp(
      `Capstone needs Node ${oldestThatStarts} or newer to start; this is ${process.version}. ${getNode}`,
    );
  }
}

/**
 * npm silently leaves out the packages of a system that its Node is too old for; then the pages cannot be built.
 * @param bringsNode whether the packages have Node 24 for this system
 * @returns {string | null} why these packages cannot be installed
 */
export function whyNotInstalled(version, bringsNode) {
  const [major, minor] = numbersOf(version);
  if (major >= requiredVersion) return null;
  if (!bringsNode)
    return `On this system Capstone needs Node ${requiredVersion} or newer; this is ${version}. ${getNode}`;
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major === 23;
  return isEnough
    ? null
    : `Capstone needs Node 20.19, 22.12 or newer to install its packages; this is ${version}. ${getNode}`;
}

/** Refuses to install what would not run. */
export function requireInstallingNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [system] = ownNode();
  const why = whyNotInstalled(process.version, `node-${system}-${process.arch}` in optionalDependencies);
  if (why !== null) giveUp(why);
}

/** The system's name in packages, and the file that is Node. */
const ownNode = () => (process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']);

/** @returns {string | null} the binary of the project's own Node, or null before it is installed */
export function findNode24() {
  // On Windows node_modules/.bin holds shell scripts: the binary itself takes signals and hands on exit codes.
  const [system, name] = ownNode();
  const binary = path.join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', name);
  if (existsSync(binary)) return binary;
  return majorOf(process.version) >= requiredVersion ? process.execPath : null;
}

let provenBinary = null;

/** The project's own Node, known to run here; ends the process with one line when there is none. */
export function requireNode24() {
  const binary = findNode24();
  if (binary !== null && binary === provenBinary) return binary;
  if (binary === null) {
    giveUp(
      `Node ${requiredVersion} is missing from node_modules; run: npm ci (with optional packages; where there is none for this machine, install Node ${requiredVersion} yourself)`,
    );
  }
  const { stdout, error } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (error !== undefined || majorOf(stdout.trim()) < requiredVersion) {
    giveUp(
      `${binary} does not run as Node ${requiredVersion} here (${error?.message ?? stdout.trim()}); remove node_modules and run: npm ci`,
    );
  }
  provenBinary = binary;
  return binary;
}

/**
 * Runs a script of the project with Node 24 in this process's place: same terminal, signals passed on.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {() => void} [onLoaded] called when the script says that its sources are loaded
 * @returns {Promise<number>} the exit code; 128 + its number for a signal
 */
export function runNode24(args, environment = process.env, onLoaded = () => {}) {
  // The channel tells the child when this process is gone, however it ended.
  const child = spawn(requireNode24(), args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...serverEnvironment, ...environment },
  });
  child.once('message', onLoaded);
  return forwardSignals(child);
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

let isStopping = false;

/** Whether this process was told to end while a child ran. */
export const wasStopped = () => isStopping;

/** Passes signals on to a child and waits for its end. */
export function forwardSignals(child) {
  // Not SIGHUP: whoever starts the portal under nohup wants it to outlive the terminal.
  const signals = process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTERM'];
  let wasTold = false;
  const pass = (signal) => {
    wasTold = true;
    isStopping = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  // npm, told to end, ends without telling the script that it runs: then this process has lost its parent.
  const parent = process.ppid;
  const watch =
    process.env.npm_lifecycle_event === undefined
      ? undefined
      : setInterval(() => {
          if (process.ppid === parent) return;
          clearInterval(watch);
          // A second signal would end the child at once.
          if (!wasTold) pass('SIGTERM');
        }, 300);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0));
    });
  });
}

/**
 * Waits for a child with piped output, and hands on what it says.
 * @returns {Promise<number>} its exit code
 */
export async function printAndWait(child, print) {
  child.stdout.setEncoding('utf8').on('data', (text) => print(text));
  child.stderr.setEncoding('utf8').on('data', (text) => print(text, process.stderr));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const status = await forwardSignals(child);
  await closed;
  return status;
}

/** Says that all has ended: npm may have given the prompt back before. */
export function endStopped(status) {
  console.log('\nCapstone has stopped.');
  process.exit(status === 0 ? 130 : status);
}
