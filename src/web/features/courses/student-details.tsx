import type { StudentCourse } from '#contract/accounts/calls';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './courses.module.css';

const unknown = (text: string) => <span className={styles['unknown']}>{text}</span>;

/** Each unknown value has its text. */
export function StudentDetails({ course }: { course: StudentCourse }) {
  return (
    <Card as="section" aria-labelledby="your-details">
      <h2 id="your-details" className={styles['title']}>
        Your details
      </h2>
      <dl className={styles['list']}>
        <Fact name="Name">{course.s_name}</Fact>
        <Fact name="Course">{course.s_course ?? unknown('Not assigned yet')}</Fact>
        <Fact name="Mentor">{course.s_mentor ?? unknown('Not assigned yet')}</Fact>
        <Fact name="Start date">
          {course.s_startdate === null ? unknown('Not set yet') : <Day value={course.s_startdate} />}
        </Fact>
        <Fact name="Score">{course.s_exitscore ?? unknown('Not recorded yet')}</Fact>
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
