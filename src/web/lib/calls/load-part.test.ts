import { expect, it } from 'vitest';
import { loadPart } from './load-part.ts';

const fails = (message: string) => () => Promise.reject(new TypeError(message));

it('a part that cannot be loaded is told like a portal that cannot be reached', async () => {
  await expect(loadPart(async () => 'part')).resolves.toBe('part');
  const nowhere = fails('Failed to fetch dynamically imported module: http://127.0.0.1:9/part.js');
  for (const load of [fails('Importing a module script failed.'), nowhere, nowhere])
    await expect(loadPart(load)).rejects.toMatchObject({ code: 'offline', status: 0 });
});
