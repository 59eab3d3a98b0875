import { expect, it } from 'vitest';
import { loadPart } from './load-part.ts';

it('a part that cannot be loaded is told like a portal that cannot be reached', async () => {
  await expect(loadPart(Promise.resolve('part'))).resolves.toBe('part');
  const failed = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect(loadPart(failed)).rejects.toMatchObject({ code: 'offline', status: 0 });
});
