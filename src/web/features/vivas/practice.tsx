import { useEffect, useState } from 'react';
import type { AskedText } from '#contract/projects/viva-bank-calls';
import { Button } from '../../ui/button.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { guidelineSteps } from '../submissions/viva.tsx';
import {
  atStart,
  atStep,
  clockText,
  paused,
  spentOf,
  spokenOf,
  started,
  stepLengths,
} from './practice-clock.ts';
import styles from './vivas.module.css';

const questionsAt = guidelineSteps.findIndex(([name]) => name === 'Q&A');

function usePractice() {
  const [run, setRun] = useState(atStart);
  const [now, setNow] = useState(() => Date.now());
  const isRunning = run.since !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    run,
    isRunning,
    now,
    change(to: (of: typeof run, at: number) => typeof run): void {
      const at = Date.now();
      setNow(at);
      setRun(to(run, at));
    },
  };
}

/** The six steps with a clock: on this device alone, also offline. @param minutes of the viva */
export function Practice({ minutes, samples }: { minutes: number; samples: readonly AskedText[] }) {
  const { run, isRunning, now, change } = usePractice();
  const lengths = stepLengths(minutes);
  const length = lengths[run.step] ?? 0;
  const left = length - spentOf(run, now);
  const [name = '', words = ''] = guidelineSteps[run.step] ?? [];
  const isLast = run.step === guidelineSteps.length - 1;
  const isBegun = isRunning || run.before > 0 || run.step > 0;
  return (
    <Stack gap={3} className={styles['practice']}>
      <ol className={styles['marks']} aria-label="Steps">
        {guidelineSteps.map(([step], index) => (
          <li key={step} aria-current={index === run.step ? 'step' : undefined}>
            <button type="button" onClick={() => change((was, at) => atStep(was, index, at))}>
              <span>{step}</span>
              <span className={styles['share']}>{clockText(lengths[index] ?? 0)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div>
        <h4>{`${run.step + 1}. ${name}`}</h4>
        <p>{words}</p>
      </div>
      {run.step === questionsAt && samples.length > 0 && (
        <ul>
          {samples.map(({ text, html }) => (
            <li key={text}>
              <Markdown text={text} html={html} />
            </li>
          ))}
        </ul>
      )}
      <p role="timer" aria-live="off" className={styles['clock']} data-over={left < 0 || undefined}>
        {left >= 0 ? clockText(Math.ceil(left / 1000) * 1000) : `${clockText(-left)} over`}
      </p>
      <p role="status" className="visually-hidden">
        {isBegun ? `Step ${run.step + 1} of ${lengths.length}, ${name}. ${spokenOf(left, length)}` : ''}
      </p>
      <Row gap={2}>
        <Button onClick={() => change(isRunning ? paused : started)}>
          {isRunning ? 'Pause' : isBegun ? 'Continue' : 'Start the clock'}
        </Button>
        {!isLast && (
          <Button variant="secondary" onClick={() => change((was, at) => atStep(was, was.step + 1, at))}>
            Next step
          </Button>
        )}
        {isBegun && (
          <Button variant="quiet" onClick={() => change(() => atStart)}>
            Start again
          </Button>
        )}
      </Row>
      <Small>Nothing is recorded or sent.</Small>
    </Stack>
  );
}
