// Plain Node writes and syncs files as carefully as the portal does those of submissions, and nothing else.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

const [root, count, bytes] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const base = randomBytes(bytes);
mkdirSync(path.join(root, 'staging'), { recursive: true });
for (let i = 0; i < 256; i++) mkdirSync(path.join(root, i.toString(16).padStart(2, '0')));

async function write(n) {
  const content = Buffer.from(base);
  content.writeUInt32BE(n, 0);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const temporary = path.join(root, 'staging', String(n));
  const handle = await open(temporary, 'wx');
  await handle.writeFile(content);
  await handle.sync();
  await handle.close();
  const folder = path.join(root, sha256.slice(0, 2));
  await rename(temporary, path.join(folder, sha256));
  const parent = await open(folder, 'r');
  await parent.sync();
  await parent.close();
}

// Warm, as the portal is that it is compared with.
for (let i = 0; i < 5; i++) await write(count + i);
const usedBefore = process.cpuUsage();
const startedAt = performance.now();
for (let n = 0; n < count; n++) await write(n);
const { user, system } = process.cpuUsage(usedBefore);
console.log(`${performance.now() - startedAt} ${(user + system) / 1_000}`);
