import { Link } from 'react-router';
import { batchRuleAddress } from '#contract/results/addresses';
import type { ResultFigures, StudentResult } from '#contract/results/result-calls';
import { Small } from '../../ui/layout.tsx';
import { overall, passedWords } from './result-words.ts';

function wordsOf(figures: ResultFigures): string {
  const shown = overall(figures);
  if (shown === null) return figures.state === 'excused' ? 'Excused from all that counts' : 'No result yet';
  const { label, value } = shown;
  return [`${label} ${value}`, passedWords(figures), figures.grade]
    .filter((word) => word !== null)
    .join(', ');
}

/** For staff: as the student can know it, and with unreleased marks where that differs. */
export function StaffResult({ batch, result }: { batch: string | null; result: StudentResult }) {
  const { with_unreleased: all, reach } = result;
  const [own, whole] = [wordsOf(result), all === undefined ? '' : wordsOf(all)];
  return (
    <Small>
      <strong>{`${own}. `}</strong>
      {whole !== '' && whole !== own && <span>{`With unreleased marks: ${whole}. `}</span>}
      {reach.sentence !== null && <span>{`The student reads: “${reach.sentence}” `}</span>}
      {batch !== null && <Link to={batchRuleAddress(batch)}>Result rule</Link>}
    </Small>
  );
}
