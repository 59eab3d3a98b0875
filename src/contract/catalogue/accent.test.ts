import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentRules, accentTokens, contrast, isColor, leastContrast, nearestAccent } from './accent.ts';

test('contrast is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#e00000', '#ffffff')).toBe(contrast('#ffffff', '#e00000'));
});

test('an accent that is hard to read is answered with the nearest that is not', () => {
  expect(nearestAccent('#0d5a50')).toBeNull();
  const red = '#f04040';
  expect(contrast(red, '#ffffff')).toBeLessThan(4.5);
  const nearest = nearestAccent(red) as string;
  expect(contrast(nearest, '#f1ece0')).toBeGreaterThanOrEqual(leastContrast);
  expect(nearestAccent(nearest)).toBeNull();
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever is chosen, words can be read in both schemes', () => {
  fc.assert(
    fc.property(hex, (chosen) => {
      const { light, dark } = accentTokens(nearestAccent(chosen) ?? chosen);
      for (const [tokens, grounds] of [
        [light, ['#faf7f0', '#fffdf9', '#f1ece0']],
        [dark, ['#131715', '#1a201d', '#0e1210', '#242b27']],
      ] as const) {
        for (const ground of [...grounds, tokens['accent-soft'] as string])
          expect(contrast(tokens['accent'] as string, ground)).toBeGreaterThanOrEqual(leastContrast);
        expect(contrast(tokens['accent'] as string, tokens['on-accent'] as string)).toBeGreaterThanOrEqual(
          leastContrast,
        );
        expect(Object.values(tokens).every(isColor)).toBe(true);
      }
    }),
  );
});

test('the rules name each token in both schemes', () => {
  expect(accentRules('#0d5a50').match(/--accent:/g)).toHaveLength(2);
  expect(accentRules('#0d5a50')).toMatch(
    /^:root\{--accent:#0d5a50;.*\}@media\(prefers-color-scheme:dark\)\{:root\{.*\}\}$/,
  );
});
