import type { BatchRule } from '#contract/results/rule-calls';
import { FoldSummary, Small, Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './rule.module.css';
import { RuleSentences } from './rule-sentences.tsx';

/** Newest first. */
export function RuleVersions({ versions }: { versions: BatchRule['versions'] }) {
  if (versions.length === 0)
    return <Small>This batch has no rule of its own. Each result is the average of the six marks.</Small>;
  return (
    <ol className={styles['versions']}>
      {versions.map(({ version, sentences, reason, made_by, made_at }) => (
        <Stack as="li" gap={1} key={version}>
          <p>
            <strong>{`Version ${version}`}</strong>
            <span>{`, ${made_by}, `}</span>
            <Time value={made_at} />
          </p>
          {reason !== null && <p>{reason}</p>}
          <details>
            <FoldSummary>Show the rule</FoldSummary>
            <RuleSentences sentences={sentences} />
          </details>
        </Stack>
      ))}
    </ol>
  );
}
