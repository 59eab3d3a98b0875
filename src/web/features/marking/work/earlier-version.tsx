import { useState } from 'react';
import type { MarkedVersion } from '#contract/progress/student-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { Button } from '../../../ui/button.tsx';
import { Small } from '../../../ui/layout.tsx';
import { Time } from '../../../ui/time.tsx';
import { commentedOf } from '../lines/commented-of.ts';
import { FilePreview } from './file-preview.tsx';
import { VersionChanges } from './version-changes.tsx';
import styles from './file.module.css';

export type Version = Pick<
  ListedReceipt,
  'number' | 'task' | 'version' | 'links' | 'comments' | 'file' | 'shortened'
>;

/** Its file loads on demand. */
export function EarlierVersion({
  version,
  next,
  userId,
}: {
  version: MarkedVersion;
  next: Version;
  userId: string;
}) {
  const [showsFile, setShowsFile] = useState(false);
  const { mark, file } = version;
  return (
    <li className={styles['version']}>
      <h4>
        <span>{`Version ${version.version}, `}</span>
        <Time value={version.submitted_at} />
      </h4>
      {mark !== null && (
        <Small>{`${mark.marks} out of 100, ${mark.released ? 'released' : 'not released'}`}</Small>
      )}
      <Small>{`Changes in version ${next.version}:`}</Small>
      <VersionChanges key={version.number} earlier={version} later={next} />
      {file !== null &&
        (showsFile ? (
          <FilePreview submission={version} lines={commentedOf(version, userId)} />
        ) : (
          <Button variant="quiet" small onClick={() => setShowsFile(true)}>
            {`Show the file of version ${version.version}`}
          </Button>
        ))}
    </li>
  );
}
