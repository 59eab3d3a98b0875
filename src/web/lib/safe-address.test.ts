import { expect, it, onTestFinished, vi } from 'vitest';
import { safeAddress } from './safe-address.ts';

it('reads addresses in browsers without URL.parse and URL.canParse', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override readonly parse = undefined as never;
      static override readonly canParse = undefined as never;
    },
  );
  expect(safeAddress('/api/pictures/1?size=2#top')).toBe('/api/pictures/1?size=2#top');
  expect(safeAddress('https://docs.test')).toBe('https://docs.test/');
  expect(['', ' ', 'javascript:alert(1)', 'https://['].map(safeAddress)).toEqual([null, null, null, null]);
});
