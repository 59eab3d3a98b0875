import type { ReactNode } from 'react';
import type { StudentResult } from '#contract/results/result-calls';
import { Small } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import { rangeWords, tasksSoFar } from './own-words.ts';
import { overall, passedWords } from './result-words.ts';
import styles from './results.module.css';

function Figure({ result }: { result: StudentResult }) {
  const shown = overall(result);
  if (shown === null)
    return (
      <p>
        {result.state === 'excused'
          ? 'You are excused from every task that counts, so there is no result.'
          : 'You have no result yet. It begins with your first released mark.'}
      </p>
    );
  const words = [
    result.state === 'incomplete' ? tasksSoFar(result) : null,
    passedWords(result),
    result.grade,
  ];
  return (
    <p className={styles['figure']}>
      <span>{shown.label}</span>
      <strong>{shown.value}</strong>
      <span>{['out of 100', ...words.filter((word) => word !== null)].join(', ')}</span>
    </p>
  );
}

/**
 * From released marks alone.
 * @param isWithheld a mark is released whose number the student has not shown yet
 */
export function WhereIStand({
  result,
  isWithheld,
  children,
}: {
  result: StudentResult;
  isWithheld: boolean;
  children?: ReactNode;
}) {
  const range = rangeWords(result);
  return (
    <section className={styles['standing']} aria-labelledby="where-i-stand">
      <h2 id="where-i-stand" className={styles['title']}>
        Where I stand
      </h2>
      {isWithheld ? (
        <p>Show your new marks first. Your result is here then.</p>
      ) : (
        <>
          <Figure result={result} />
          {result.reach.sentence !== null && <p className={styles['reach']}>{result.reach.sentence}</p>}
          {range !== null && <Small>{range}</Small>}
          {result.frozen !== undefined && (
            <Small>
              <span>{result.state === 'incomplete' ? 'Closed and incomplete since ' : 'Final since '}</span>
              <Day value={result.frozen.at} />
              <span>{`, on mark sheet ${result.frozen.number} of ${result.frozen.batch}.`}</span>
            </Small>
          )}
        </>
      )}
      {children}
    </section>
  );
}
