import type { StudentResult } from '#contract/results/result-calls';
import { Small } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import { RuleSentences } from './rule-sentences.tsx';

/** The rule of the student's batch. */
export function HowItIsMade({ rule: { version, sentences, reason, made_at } }: Pick<StudentResult, 'rule'>) {
  return (
    <>
      <RuleSentences sentences={sentences} />
      {made_at !== null && (
        <Small>
          <span>{`Version ${version}, since `}</span>
          <Day value={made_at} />
          {reason !== null && <span>{`. Reason: ${reason}`}</span>}
        </Small>
      )}
    </>
  );
}
