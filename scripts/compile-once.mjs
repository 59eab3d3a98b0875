import { spawn } from 'node:child_process';
import { requireNode24, root, serverFlags } from './node24.mjs';

/**
 * Starts the portal as the environment says, and stops it as soon as it listens: the sources are then in Node's compile cache
 * (`NODE_COMPILE_CACHE`), and it is proven that it starts and stops. For the container image.
 */
const portal = spawn(requireNode24(), [...serverFlags, 'src/server/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
portal.stdout.setEncoding('utf8');
portal.stdout.on('data', (text) => {
  process.stdout.write(text);
  if (text.includes('Listening on')) portal.kill('SIGTERM');
});
portal.once('exit', (code, signal) => {
  if (code !== 0) console.error(`The portal ended with ${signal ?? code}.`);
  process.exitCode = code ?? 1;
});
