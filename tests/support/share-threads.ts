import { Piscina } from 'piscina';
import { isFresh } from './taken-database.ts';

const shared = new Map<string, Piscina>();
const { run, destroy } = Piscina.prototype;

/** Threads that read files and texts: each costs 0.4 s of processor to start, and keeps nothing of a job. */
const readers = /(?:catalogue|content|preview|markdown)-worker\.ts$/;

/** The first pool of its kind does the work of all portals of a worker; its thread ends when idle. */
function sharedOf(pool: Piscina): Piscina | undefined {
  const { filename, resourceLimits } = pool.options;
  if (isFresh || !readers.test(filename ?? '')) return undefined;
  const key = `${filename} ${JSON.stringify(resourceLimits)}`;
  const first = shared.get(key) ?? pool;
  shared.set(key, first);
  return first;
}

Piscina.prototype.run = function runShared(this: Piscina, ...args: Parameters<typeof run>) {
  return run.apply(sharedOf(this) ?? this, args);
};

Piscina.prototype.destroy = async function keep(this: Piscina) {
  if (sharedOf(this) !== this) await destroy.call(this);
};
