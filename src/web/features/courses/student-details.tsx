import type { ReactNode } from 'react';
import type { StudentCourse } from '#contract/accounts/calls';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './courses.module.css';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const unknown = (text: string) => <span className={styles['unknown']}>{text}</span>;

/** Each unknown value has its text. */
export function StudentDetails({ course }: { course: StudentCourse }) {
  return (
    <Card as="section" aria-labelledby="your-details">
      <h2 id="your-details" className={styles['title']}>
        Your details
      </h2>
      <dl className={styles['list']}>
        <Row label="Name">{course.s_name}</Row>
        <Row label="Course">{course.s_course ?? unknown('Not assigned yet')}</Row>
        <Row label="Mentor">{course.s_mentor ?? unknown('Not assigned yet')}</Row>
        <Row label="Start date">
          {course.s_startdate === null ? unknown('Not set yet') : <Day value={course.s_startdate} />}
        </Row>
        <Row label="Score">{course.s_exitscore ?? unknown('Not recorded yet')}</Row>
      </dl>
    </Card>
  );
}

export function StudentDetailsSkeleton() {
  return (
    <Card>
      <Skeleton height="21rem" />
    </Card>
  );
}
