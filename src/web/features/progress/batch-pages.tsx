import { memo } from 'react';
import { Link } from 'react-router';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import type { BatchProgress, StudentProgress } from '#contract/progress/calls';
import { batchAddress, progressQuery, studentAddress, type BatchView } from '#contract/progress/batch-view';
import { finishAddress } from '#contract/results/unfinished';
import { vivasAddress } from '#contract/vivas/addresses';
import { vivaDayAddress } from '#contract/vivas/day';
import {
  markDistributionAddress,
  markingSharesAddress,
  unsubmittedAddress,
} from '#contract/marking/staff-view';
import { paths } from '#contract/paths';
import { callAddress } from '../../lib/calls/call-address.ts';
import { call, type Call } from '../../lib/calls/client.ts';
import { pageUntil, usePages } from '../../lib/use-pages.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { countOf } from '../../ui/format-number.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { useAnnouncement } from '../../ui/notice.tsx';
import styles from './batch.module.css';
import { ProgressTable } from './progress-table.tsx';
import { archWords, StateSign, stateWords, stoneSummary, StudentArch } from './student-arch.tsx';

/** @throws CallError */
export function readProgress(
  by: Call,
  batch: string,
  view: BatchView,
  after?: string,
): Promise<BatchProgress> {
  const query = { ...progressQuery(view), ...(after !== undefined && { after }) };
  return by('listBatchProgress', { params: { batch }, query });
}

/** Thousands may be shown. */
const ArchCard = memo(function ArchCard({ row }: { row: StudentProgress }) {
  const { student, project, stones, reason } = row;
  return (
    <li className={styles['card']}>
      <StudentArch stones={stones} />
      <Stack gap={1} className={styles['text']}>
        <h2 className={styles['name']}>
          <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
        </h2>
        <Small>{project?.name ?? 'No project yet'}</Small>
        <Small aria-hidden="true">{stoneSummary(stones)}</Small>
        <p className="visually-hidden">{archWords(stones)}</p>
        {reason !== null && <p className={styles['reason']}>{reason}</p>}
      </Stack>
    </li>
  );
});

/** The table shows these without their sign. */
const inTable: Readonly<Record<string, string>> = { locked: '–', 'held-back': '80', released: '80' };

function Legend({ as }: Pick<BatchView, 'as'>) {
  const states = ['locked', 'open', 'submitted', 'held-back', 'released', 'late'] as const;
  return (
    <ul className={styles['legend']} aria-label="Legend">
      {states.map((state) => (
        <li key={state} data-state={state}>
          {as === 'table' && state in inTable ? (
            <span className={styles['marks']} aria-hidden="true">
              {inTable[state]}
            </span>
          ) : (
            <StateSign state={state} />
          )}
          <span>{state === 'late' ? 'Late' : stateWords[state]}</span>
        </li>
      ))}
    </ul>
  );
}

function NoStudents({ batch, view, students }: { batch: string; view: BatchView; students: number }) {
  const isChosen = view.q !== '' || view.filter !== null || view.project !== null;
  if (!isChosen || students === 0) {
    return (
      <EmptyState title="No students yet">
        <p>{`Students who join ${batch} appear here.`}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No students found">
      <p>
        <span>{`No student of ${batch} matches. `}</span>
        <Link to={batchAddress(batch, { sort: view.sort, as: view.as })}>Show all students</Link>
      </p>
    </EmptyState>
  );
}

/** Key it by its load: the pages begin again. */
export function BatchPages({ view, first }: { view: BatchView; first: BatchProgress }) {
  const { name: batch, students } = first.batch;
  const [announcement, announce] = useAnnouncement();
  const { items: rows, more } = usePages<StudentProgress>(pageUntil(first.students, first.next), {
    idOf: ({ student }) => student.s_id,
    async read(_, after) {
      const page = await readProgress(call, batch, view, after);
      return pageUntil(page.students, page.next);
    },
    onMore: (added) => announce(`${countOf(added.length, 'student')} more shown.`),
  });
  const hasMore = more.isMore;
  if (rows.length === 0) return <NoStudents batch={batch} view={view} students={students} />;
  const count = countOf(rows.length, 'student');
  return (
    <Stack gap={3}>
      {view.as === 'table' ? (
        <ProgressTable batch={batch} view={view} rows={rows} hasMore={hasMore} />
      ) : (
        <ul className={styles['arches']}>
          {rows.map((row) => (
            <ArchCard key={row.student.s_id} row={row} />
          ))}
        </ul>
      )}
      <Row className={styles['below']}>
        <p role="status">
          <strong>{hasMore ? `The first ${count}` : count}</strong>
          <span key={announcement.count} className="visually-hidden">{` ${announcement.words}`}</span>
        </p>
        <Legend as={view.as} />
        <a href={callAddress(paths.exportBatchProgress.path, { batch }, progressQuery(view))} download>
          Download as CSV
        </a>
        <Link to={unsubmittedAddress(batch)}>Not submitted</Link>
        <Link to={markDistributionAddress(batch)}>Mark distribution</Link>
        <Link to={markingSharesAddress(batch)}>Divide marking</Link>
        <Link to={vivasAddress(batch)}>Vivas</Link>
        <Link to={vivaDayAddress(batch)}>Viva day</Link>
        <Link to={batchCertificatesAddress(batch)}>Certificates</Link>
        {/* Beside the search it is out of sight on phones. */}
        <Link to={finishAddress(batch)}>End of the course</Link>
      </Row>
      <MoreButton more={more}>Show more students</MoreButton>
    </Stack>
  );
}
