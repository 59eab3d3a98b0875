import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { duration, withProgress } from './progress.mjs';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** What is written within some seconds, by the second. */
async function record(isTTY: boolean, seconds: number, say = '') {
  const written: string[] = [];
  const out = { isTTY, write: (text: string) => written.push(text) > 0 };
  let done: (result: string) => void = () => {};
  const ended = withProgress(
    'Installing packages',
    (print) => {
      if (say !== '') print(say);
      return new Promise<string>((resolve) => (done = resolve));
    },
    { howFar: () => '3 of 7', out },
  );
  const silences = [];
  for (let second = 0, lastAt = 0, count = 1; second <= seconds; second += 1) {
    if (written.length > count) [lastAt, count] = [second, written.length];
    silences.push(second - lastAt);
    vi.advanceTimersByTime(1_000);
  }
  done('result');
  expect(await ended).toBe('result');
  return { text: written.join(''), longestSilence: Math.max(...silences) };
}

test('a log gets whole lines without control characters, and never ten seconds of silence', async () => {
  const { text, longestSilence } = await record(false, 60);
  expect(longestSilence).toBeLessThan(10);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Installing packages ...',
    'Installing packages: 5 s, 3 of 7',
    'Installing packages: 10 s, 3 of 7',
  ]);
  expect(text.endsWith('Installing packages: done in 1 min 1 s.\n')).toBe(true);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a terminal shows one line that changes, which gives way to what a tool says', async () => {
  vi.stubEnv('TERM', 'xterm');
  const { text } = await record(true, 2, 'npm warn\n');
  expect(text.split('\n')).toEqual([
    'Installing packages ...',
    '\r\x1b[Knpm warn',
    '\r\x1b[KInstalling packages: 1 s, 3 of 7\r\x1b[KInstalling packages: 2 s, 3 of 7\r\x1b[KInstalling packages: 3 s, 3 of 7\r\x1b[KInstalling packages: done in 3 s.',
    '',
  ]);
  vi.stubEnv('TERM', 'dumb');
  expect((await record(true, 6)).text).not.toContain('\x1b');
});

test('a step that fails is not called done', async () => {
  let text = '';
  const out = { isTTY: false, write: (more: string) => (text += more) !== '' };
  const failing = withProgress('Building', () => Promise.reject(new Error('no')), { out });
  await expect(failing).rejects.toThrow('no');
  expect(text).toBe('Building ...\n');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [252_000, '4 min 12 s'],
])('%d ms are %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));
