import { setPriority } from 'node:os';
import { attacks, type Target } from './attacks.ts';

/* A process of its own, which gives way to whoever measures on the same core. It is told by IPC what to attack. */
setPriority(19);
process.once('message', ({ name, target }: { name: string; target: Target }) => {
  const attack = attacks.find((one) => one.name === name);
  if (attack === undefined) throw new Error(`There is no attack ${name}`);
  void attack.run(target);
});
process.once('disconnect', () => process.exit(0));
