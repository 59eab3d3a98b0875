import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { reportProgress, withProgress } from '#server/platform/progress';
import { progressBar, progressLines } from './run-command.ts';

function makeTerminal() {
  const stream = new PassThrough();
  let written = '';
  stream.on('data', (text: Buffer) => (written += text.toString()));
  const terminal = Object.assign(stream, { isTTY: true, columns: 80, rows: 24 });
  return { terminal: terminal as unknown as NodeJS.WriteStream, written: () => written };
}

/** Two seconds have gone by at the review. */
function laterClock(): () => number {
  let looks = 0;
  return () => (looks++ === 0 ? 0 : 2_000);
}

test('a log has a line every half minute, and none of work that is shorter', () => {
  const lines: string[] = [];
  let now = 0;
  const { report } = progressLines(
    (line) => void lines.push(line),
    () => now,
  );
  for (let done = 1; done <= 1_200; done += 1) {
    now += 60;
    report('Files copied', done, 1_200);
  }
  report('Lines written', 5, null);
  expect(lines).toEqual(['Files copied: 41 % (500 of 1,200)', 'Files copied: 83 % (1,000 of 1,200)']);
});

test('short work shows nothing', () => {
  const lines: string[] = [];
  const { report } = progressLines(
    (line) => void lines.push(line),
    () => 0,
  );
  const { terminal, written } = makeTerminal();
  const bar = progressBar(terminal, () => 0);
  for (const show of [report, bar.report]) show('Files copied', 5, 10);
  bar.clear();
  expect([lines, written()]).toEqual([[], '']);
});

test('a terminal has a bar, which goes before other output and at the end', () => {
  const { terminal, written } = makeTerminal();
  const { report, clear } = progressBar(terminal, laterClock());
  report('Files copied', 300, 1_200);
  expect(written()).toContain('25 %  Files copied: 300 of 1,200');
  clear();
  report('Lines written', 4_000, null);
  expect(written()).toContain('Lines written: 4,000');
  clear();
  // Cursor shown, line cleared.
  expect(written().endsWith('\u001B[?25h') || written().includes('\u001B[?25h')).toBe(true);
});

test('work reports to who looks, and to nobody else', async () => {
  const seen: unknown[] = [];
  reportProgress('Files copied', 1, 2);
  await withProgress(
    (...at) => void seen.push(at),
    async () => {
      await Promise.resolve();
      reportProgress('Files copied', 2, 2);
    },
  );
  expect(seen).toEqual([['Files copied', 2, 2]]);
});
