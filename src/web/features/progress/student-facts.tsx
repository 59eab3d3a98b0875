import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { batchAddress } from '#contract/progress/batch-view';
import type { StaffStudent } from '#contract/progress/student-calls';
import { Card } from '../../ui/card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './student-facts.module.css';
import { archWords } from './stone-words.ts';
import { ArchShapes, StudentArch } from './student-arch.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who this is: batch, project, dates, and the arch. */
export function StudentFacts({ of }: { of: StaffStudent }) {
  const { batch, course, project, start_date, viva_deadline, signed_up_at, seen_at, tasks } = of;
  return (
    <Card className={styles['card']}>
      <ArchShapes />
      <div className={styles['arch']}>
        <StudentArch stones={tasks} />
        <p className="visually-hidden">{archWords(tasks)}</p>
      </div>
      <dl className={styles['facts']}>
        <Fact name="Email">{of.student.s_id}</Fact>
        <Fact name="Batch">
          {batch === null ? (
            <span>Waiting for placement</span>
          ) : (
            <Link to={batchAddress(batch)}>{batch}</Link>
          )}
          {course !== null && <span>{`, ${course}`}</span>}
        </Fact>
        <Fact name="Project">
          {project === null ? (
            'None chosen yet'
          ) : (
            <Link to={`/projectDetails/${encodeURIComponent(project.id)}`}>{project.name}</Link>
          )}
        </Fact>
        <Fact name="Start">
          {start_date === null ? 'When a project is chosen' : <Time value={start_date} />}
        </Fact>
        {viva_deadline !== null && (
          <Fact name="Viva deadline">
            <Time value={viva_deadline} />
          </Fact>
        )}
        <Fact name="Signed up">
          <Time value={signed_up_at} />
        </Fact>
        <Fact name="Last seen">{seen_at === null ? 'Never logged in' : <TimeAgo value={seen_at} />}</Fact>
      </dl>
    </Card>
  );
}
