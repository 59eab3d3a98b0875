import { useState } from 'react';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { MarkChange, MarkedVersion } from '#contract/staff-students';
import { call, errorMessage } from '../../lib/client.ts';
import { hasOlder } from '../../lib/has-older.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { WholeTextLink } from '../../ui/whole-text-link.tsx';
import styles from './student-versions.module.css';

const visibility = (released: boolean) => (released ? 'released' : 'held back');

function Work({ version }: { version: MarkedVersion }) {
  const { receipt, texts } = useWholeTexts(version);
  const { links, comments, file, number } = receipt;
  return (
    <dl className={styles['work']}>
      {links !== '' && (
        <div>
          <dt>Links</dt>
          <dd>
            <LinkedText text={links} />
          </dd>
        </div>
      )}
      {comments !== '' && (
        <div>
          <dt>Comments of the student</dt>
          <dd>
            <LinkedText text={comments} />
          </dd>
        </div>
      )}
      {texts !== null && (
        <div>
          <dt>Long text</dt>
          <dd>
            <WholeTextLink {...texts} />
          </dd>
        </div>
      )}
      {file !== null && (
        <div>
          <dt>File</dt>
          <dd>
            <a href={fillPath(paths.readFile.path, { id: file.id })} download>
              {file.name}
            </a>{' '}
            ({formatBytes(file.bytes)})
          </dd>
        </div>
      )}
      <div>
        <dt>Receipt</dt>
        <dd>{number}</dd>
      </div>
    </dl>
  );
}

function describe({ before, after }: MarkChange): string {
  const now = `${after.marks} of 100, ${visibility(after.released)}`;
  return before === null ? now : `${before.marks} of 100, ${visibility(before.released)}, became ${now}`;
}

function Mark({ version: { mark, history } }: { version: MarkedVersion }) {
  if (mark === null) return <p className={styles['none']}>No mark yet</p>;
  return (
    <div className={styles['mark']}>
      <p>
        <strong>{mark.marks} of 100</strong>, {visibility(mark.released)}
        {mark.by !== null && `, by ${mark.by}`}, <Time value={mark.at} />
      </p>
      {mark.comments !== '' && (
        <div className={styles['words']}>
          <LinkedText text={mark.comments} />
        </div>
      )}
      {history.length > 1 && (
        <details>
          <summary className={styles['summary']}>History of this mark</summary>
          <ol className={styles['history']}>
            {history.map((change) => (
              <li key={change.at}>
                <Time value={change.at} />
                {change.by !== null && `, ${change.by}`}: {describe(change)}
                {change.before !== null && change.before.comments !== change.after.comments && (
                  <span className={styles['former']}>
                    The comment was: {change.before.comments === '' ? 'none' : `“${change.before.comments}”`}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** All versions of a student, newest first, each with its mark and how that came about. */
export function StudentVersions({ s_id, first }: { s_id: string; first: readonly MarkedVersion[] }) {
  const [versions, setVersions] = useState(first);
  const [goesOn, setGoesOn] = useState(() => hasOlder(first));
  const { isBusy, error, run } = useMutation();
  async function showOlder(): Promise<void> {
    const before = versions.at(-1)?.number;
    const older = await call('listMarkedVersions', { params: { s_id }, query: { before } });
    setVersions([...versions, ...older]);
    setGoesOn(hasOlder(older));
  }
  if (versions.length === 0) return <p className={styles['none']}>Nothing handed in yet.</p>;
  return (
    <>
      <ul className={styles['versions']}>
        {versions.map((version) => (
          <li key={version.number} className={styles['version']}>
            <h3 className={styles['title']}>
              {taskLabel(version.task)}, version {version.version}
            </h3>
            <p className={styles['when']}>
              <Time value={version.submitted_at} />
              {version.late && <strong className={styles['late']}> Late</strong>}
            </p>
            <Mark version={version} />
            <details>
              <summary className={styles['summary']}>What was handed in</summary>
              <Work version={version} />
            </details>
          </li>
        ))}
      </ul>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      {goesOn && (
        <Button variant="secondary" busy={isBusy} onClick={() => void run(showOlder)}>
          Show older versions
        </Button>
      )}
    </>
  );
}
