import { onTestFinished } from 'vitest';
import { makePasswordHasher, type PasswordHasher } from '#server/platform/passwords/password-hasher';

/**
 * For all portals of a worker, at next to no cost: threads that start anew and hashes at the usual cost would take more time
 * than all else that tests do. Tests about cost or threads make a hasher of their own. Its threads end when idle.
 */
export const cheapPasswords = makePasswordHasher({ cost: { memory: 16, passes: 1, parallelism: 2 } });

/** A hasher of the running test's own, at the usual cost. */
export function usualPasswords(): PasswordHasher {
  const passwords = makePasswordHasher();
  onTestFinished(() => passwords.close());
  return passwords;
}
