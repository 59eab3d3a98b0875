import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addAddress } from '#contract/catalogue/catalogue-view';
import type { Office } from '#contract/operations/calls';
import type { OfficeStep } from '#contract/operations/office-view';
import { importPath } from '#contract/people/import-fields';
import { addPersonAddress, peopleAddress } from '#contract/people/people-view';
import { batchAddress } from '#contract/progress/batch-view';
import { ButtonLink } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './operations.module.css';

const portal = '/staff/portal';

/** Beside the server's steps, which earlier pages know: the name at the beginning, and the first student at the end. */
type ShownStep = OfficeStep | 'academy' | 'student';

type Example = { label: string; to: string; isFile?: true };

const steps: Record<ShownStep, { words: string; hint: string; to: string; more?: Example[] }> = {
  academy: {
    words: 'Name your academy',
    hint: 'Its name, colour and logo are on each page and email.',
    to: '/staff/look',
  },
  address: {
    words: 'Set the web address',
    hint: 'The operator of the server sets PUBLIC_URL. Links in emails and invitations lead there.',
    to: portal,
  },
  mail: {
    words: 'Set up email',
    hint: 'The operator of the server sets SMTP_URL. Without email, print the invitations.',
    to: portal,
  },
  course: {
    words: 'Add a course',
    hint: 'Batches and projects belong to a course.',
    to: addAddress('course'),
    more: [{ label: 'Or load the example', to: '/staff/sample' }],
  },
  batch: {
    words: 'Add a batch',
    hint: 'Needs a course. A batch has a start, mentors and a forum.',
    to: addAddress('batch'),
  },
  project: {
    words: 'Add a project',
    hint: 'Needs a course. Students can choose a project once it has Details.',
    to: addAddress('project'),
  },
  list: {
    words: 'Import the list of people',
    hint: 'Needs a batch. From a CSV or XLSX file, or by hand.',
    to: importPath,
    more: [
      { label: 'Example file', to: '/examples/people.csv', isFile: true },
      { label: 'Add one person', to: addPersonAddress },
    ],
  },
  invitations: {
    words: 'Invite the people',
    hint: 'Needs the list. By email, or printed with a QR code and a code to type.',
    to: peopleAddress({ stage: 'imported' }),
  },
  student: {
    words: 'See the first student join',
    hint: 'The student opens the invitation, sets a password and can choose a project.',
    to: peopleAddress({ stage: 'placed' }),
  },
  backup: { words: 'Make a backup', hint: 'The operator runs npx capstone backup.', to: portal },
};

/** Steps that a setting or a command of the operator takes. */
const ofOperator = new Set<ShownStep>(['address', 'mail', 'backup']);

/** Others take them. */
const ofOthers = new Set<ShownStep>([...ofOperator, 'student']);

/** Invitations lead to the portal's own address. */
const withoutAddress: Partial<Record<ShownStep, string>> = {
  mail: 'The operator of the server sets SMTP_URL. Without email, print the invitations; they need the web address.',
  invitations: 'Needs the web address first.',
};

type Shown = { step: ShownStep; done: boolean };
type StepProps = Shown & { isNext: boolean; hasAddress: boolean };

function ExampleLink({ label, to, isFile }: Example) {
  return isFile ? (
    <a href={to} download>
      {label}
    </a>
  ) : (
    <Link to={to}>{label}</Link>
  );
}

function Step({ step, done, isNext, hasAddress }: StepProps) {
  const { words, hint: usual, to, more = [] } = steps[step];
  const hint = (hasAddress ? undefined : withoutAddress[step]) ?? usual;
  return (
    <li className={styles['step']} data-done={done || undefined}>
      <span className={styles['tick']} role="img" aria-label={done ? 'Done' : 'To do'} />
      <span>
        <Link to={to}>{words}</Link>
        {!done && <Small as="span">{` ${hint}`}</Small>}
        {!done &&
          more.map((example, index) => (
            <Small as="span" key={example.to}>
              <span>{index === 0 ? ' ' : ', '}</span>
              <ExampleLink {...example} />
            </Small>
          ))}
      </span>
      {isNext && (
        <ButtonLink small to={to} aria-label={`Next: ${words}`}>
          Next
        </ButtonLink>
      )}
    </li>
  );
}

/** Folded once all of it is done. */
export function SetUpSteps({
  steps: own,
  is_named: isNamed,
  has_students: hasStudents,
}: Pick<Office, 'steps' | 'is_named' | 'has_students'>) {
  const all: Shown[] = [
    ...(isNamed === undefined ? [] : [{ step: 'academy' as const, done: isNamed }]),
    ...own,
    ...(hasStudents === undefined ? [] : [{ step: 'student' as const, done: hasStudents }]),
  ];
  const hasAddress = all.some(({ step, done }) => step === 'address' && done);
  const next = all.find(
    ({ step, done }) => !done && !ofOthers.has(step) && (hasAddress || step !== 'invitations'),
  );
  const list = (
    <ul className={styles['steps']} aria-label="Set-up">
      {all.map((one) => (
        <Step key={one.step} {...one} isNext={one === next} hasAddress={hasAddress} />
      ))}
    </ul>
  );
  const done = all.filter((one) => one.done).length;
  if (done < all.length)
    return (
      <Stack as="section" gap={2} aria-labelledby="set-up">
        <h2 id="set-up">{`Set-up: ${done} of ${all.length} done`}</h2>
        {list}
      </Stack>
    );
  return (
    <details>
      <summary>The set-up is complete</summary>
      {list}
    </details>
  );
}

type Waiting = { key: string; count: number; words: string; to: string };

function waitingOf({
  placements,
  confirmations,
  deletions,
  undecided = [],
  reports,
  wrong_codes: wrongCodes = [],
  failed_mails: failed,
  held_mails: held,
  alarms = 0,
}: Office['waiting']): Waiting[] {
  const many = (count: number, one: string, more: string) => (count === 1 ? one : more);
  const all = [
    {
      key: 'alarms',
      count: alarms,
      words: many(alarms, 'alarm about lost or damaged data', 'alarms about lost or damaged data'),
      to: portal,
    },
    {
      key: 'placements',
      count: placements,
      words: many(placements, 'student waits for a batch', 'students wait for a batch'),
      to: peopleAddress({ stage: 'waiting' }),
    },
    {
      key: 'deletions',
      count: deletions,
      words: many(deletions, 'deletion request', 'deletion requests'),
      to: peopleAddress({ stage: 'deletion-asked' }),
    },
    ...undecided.map(({ name, students }) => ({
      key: `undecided ${name}`,
      count: students,
      words: `${many(students, 'student', 'students')} of ${name} without a project; choosing has ended`,
      to: peopleAddress({ stage: 'placed', batch: name }),
    })),
    ...reports.map(({ batch, posts }) => ({
      key: `reports ${batch}`,
      count: posts,
      words: `${many(posts, 'reported post', 'reported posts')} in ${batch}`,
      to: batchAddress(batch),
    })),
    ...wrongCodes.map(({ batch, tries }) => ({
      key: `codes ${batch}`,
      count: tries,
      words: `wrong invitation codes for ${batch} in the last hour`,
      to: peopleAddress({ stage: 'imported', batch }),
    })),
    { key: 'failed', count: failed, words: many(failed, 'failed email', 'failed emails'), to: portal },
    { key: 'held', count: held, words: many(held, 'unsent email', 'unsent emails'), to: portal },
    {
      key: 'confirmations',
      count: confirmations,
      words: many(confirmations, 'email not confirmed', 'emails not confirmed'),
      to: peopleAddress({ stage: 'unconfirmed' }),
    },
  ];
  return all.filter(({ count }) => count > 0);
}

export const isWaitedFor = (waiting: Office['waiting']): boolean => waitingOf(waiting).length > 0;

/** What waits for the office, each with how much and where it is settled. */
export function WaitingList({ waiting }: Pick<Office, 'waiting'>) {
  const all = waitingOf(waiting);
  const list: ReactNode =
    all.length === 0 ? (
      <Small>Nothing is waiting.</Small>
    ) : (
      <ul className={styles['waiting']}>
        {all.map(({ key, count, words, to }) => (
          <li key={key}>
            <Link to={to} className={styles['wait']}>
              <strong>{formatNumber(count)}</strong> <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    );
  return (
    <Stack as="section" gap={2} aria-labelledby="waiting">
      <h2 id="waiting">Waiting</h2>
      {list}
    </Stack>
  );
}

/** Without a place for backups; an earlier server does not say. */
export function Unprotected({ unprotected }: { unprotected?: Office['unprotected'] }) {
  if (unprotected == null) return null;
  const { submissions, since } = unprotected;
  const count = `${formatNumber(submissions)} ${submissions === 1 ? 'submission' : 'submissions'}`;
  return (
    <Notice tone="warning" role="note">
      {since === null ? (
        <p>{`There is no copy of this portal. If its disk fails, you lose ${submissions === 0 ? 'everything' : `${count} and everything else`}.`}</p>
      ) : (
        <p>
          <span>{`If the disk of this portal fails, you lose ${submissions === 0 ? 'all changes' : `${count} and all other changes`} since `}</span>
          <Time value={since} />
          <span>.</span>
        </p>
      )}
      <p>The operator of the server sets BACKUP_TARGET. Then each change is copied within seconds.</p>
    </Notice>
  );
}
