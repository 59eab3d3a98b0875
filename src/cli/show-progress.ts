import { SingleBar } from 'cli-progress';
import type { Progress } from '#server/platform/progress';
import type { Print } from './print.ts';

/** Shorter work shows nothing. */
const quietMs = 2_000;

const format = (count: number): string => count.toLocaleString('en');

type Shown = {
  report: Progress;
  /** Before other output, and at the end. */
  clear(): void;
};

/** For logs: a line for each tenth of a phase. */
export function progressLines(print: Print, now = () => performance.now()): Shown {
  const startedAt = now();
  let phase = '';
  let tenths = 0;
  return {
    report(what, done, total) {
      if (what !== phase) [phase, tenths] = [what, 0];
      if (total === null || total === 0) return;
      const reached = Math.floor((done / total) * 10);
      if (reached <= tenths) return;
      tenths = reached;
      if (now() - startedAt >= quietMs)
        print(`${what}: ${reached * 10} % (${format(done)} of ${format(total)})`);
    },
    clear() {},
  };
}

/** For terminals: a bar that goes when its phase ends. */
export function progressBar(terminal: NodeJS.WriteStream, now = () => performance.now()): Shown {
  const startedAt = now();
  const bar = new SingleBar({
    stream: terminal,
    format: ({ barsize = 30 }, { progress, value, total }, { what }) => {
      const counted = `${what as string}: ${format(value)}`;
      if (total === 0) return counted;
      const full = Math.round(progress * barsize);
      const drawn = `${'█'.repeat(full)}${'░'.repeat(barsize - full)}`;
      return `${drawn} ${Math.floor(progress * 100)} %  ${counted} of ${format(total)}`;
    },
    barsize: 30,
    fps: 10,
    clearOnComplete: true,
    hideCursor: true,
  });
  let phase = '';
  const clear = (): void => {
    if (bar.isActive) bar.stop();
  };
  return {
    report(what, done, total) {
      if (now() - startedAt < quietMs) return;
      if (what !== phase) clear();
      phase = what;
      if (bar.isActive) bar.update(done);
      else if (done !== total) bar.start(total ?? 0, done, { what });
    },
    clear,
  };
}

/** On standard error: scripts read what is on standard output. */
export const showProgress = (printError: Print): Shown =>
  process.stderr.isTTY ? progressBar(process.stderr) : progressLines(printError);
