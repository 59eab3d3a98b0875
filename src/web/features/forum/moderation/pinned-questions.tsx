import type { FoundQuestion } from '#contract/forum/calls';
import { Small, Stack } from '../../../ui/layout.tsx';
import styles from '../list.module.css';
import { FoundBy, FoundLine } from '../search/found-line.tsx';
import { Icon } from '../signs.tsx';

export function PinnedQuestions({
  batch,
  questions,
}: {
  batch: string;
  questions: readonly FoundQuestion[];
}) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="pinned-questions" className={styles['pinned']}>
      <h2 id="pinned-questions" className={styles['pinTitle']}>
        <Icon icon="pin" /> Pinned by the mentors
      </h2>
      <Stack as="ul" gap={3}>
        {questions.map((question) => (
          <li key={question._id}>
            <p className={styles['clamped']}>
              <FoundLine batch={batch} question={question} />
            </p>
            {question.pinned !== undefined && <Small>{question.pinned.reason}</Small>}
            <FoundBy question={{ ...question, pinned: undefined }} />
          </li>
        ))}
      </Stack>
    </section>
  );
}
