import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { vivaRecordAddress } from '#contract/viva-hour/addresses';
import { Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './mark.module.css';
import type { MarkRow } from './marks.ts';
import { ReviewForm, type ReviewFormProps } from './review-form.tsx';

const deciderWords = {
  mentor: 'Another mentor decides this review.',
  office: 'The office decides this review.',
  nobody: 'Nobody else can decide this review. Add a mentor.',
} as const;

function DatedText({ title, at, text }: { title: string; at: string; text: string }) {
  return (
    <>
      <p className={styles['asked']}>
        <span>{`${title}, `}</span>
        <Time value={at} />
      </p>
      <blockquote>
        <LinkedText text={text} />
      </blockquote>
    </>
  );
}

/**
 * A review request with its comments and its answer, or the form to answer it.
 * @param marked the open version, whose marks can be changed with the answer
 * @param children the marks of the open version, shown below
 */
export function ReviewPanel<Row extends MarkRow>({
  row: { second_look: review, student, task },
  marked,
  newest,
  children,
  ...form
}: Pick<ReviewFormProps<Row>, 'user' | 'record' | 'onSaved'> & {
  row: Pick<MarkRow, 'student' | 'task'> & { second_look: ReviewFormProps['review'] | null };
  marked?: Row;
  /** Receipt number of the newest version the mentor has seen; null without one. */
  newest?: string | null;
  children?: ReactNode;
}) {
  if (review === null) return children;
  const { answer, answered_at, answered_by, comments = [], decider } = review;
  const isOfMarked = marked?.number === review.number && marked.marks !== null;
  return (
    <Stack as="section" gap={3} className={styles['look']} aria-label="Mark review">
      <DatedText
        title={`${review.opened_by === undefined ? `${student.s_name} requests` : `${review.opened_by} opened`} a review of ${review.version === null ? 'the record' : `the marks of version ${review.version}`}`}
        at={review.asked_at}
        text={review.reason}
      />
      {decider !== undefined && <p>{deciderWords[decider]}</p>}
      {review.together && task === 'viva' && (
        <Link to={vivaRecordAddress(student.s_id)}>Record of the viva</Link>
      )}
      {comments.map(({ text, by, at, to_office }) => (
        <DatedText
          key={`${at} ${by}`}
          title={to_office ? `${by} passed it to the office` : `Comment by ${by}`}
          at={at}
          text={text}
        />
      ))}
      {answer !== null && answered_at !== null && (
        <DatedText
          title={answered_by !== null ? `Reviewed by ${answered_by}` : 'Reviewed'}
          at={answered_at}
          text={answer}
        />
      )}
      {answer === null && (
        <ReviewForm
          key={review.number}
          review={review}
          name={student.s_name}
          marked={isOfMarked ? (marked as ReviewFormProps<Row>['marked']) : undefined}
          newest={newest}
          {...form}
        />
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </Stack>
  );
}
