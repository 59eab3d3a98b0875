import { useState } from 'react';
import type { MarkedVersion } from '#contract/progress/student-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call } from '../../../lib/calls/client.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { useMore } from '../../../lib/use-more.ts';
import { Button } from '../../../ui/button.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilePreview } from './file-preview.tsx';
import { Fold } from './fold.tsx';
import { VersionChanges } from './version-changes.tsx';
import styles from './file.module.css';

type Version = Pick<
  ListedReceipt,
  'number' | 'task' | 'version' | 'links' | 'comments' | 'file' | 'shortened'
>;

/** Where comments at lines of its file are written. */
export const commentedOf = ({ number, mark, line_comments: count = 0 }: MarkedVersion, userId: string) => ({
  number,
  isReleased: mark?.released === true,
  count,
  userId,
});

/** Its file loads on demand. */
function Earlier({ version, next, userId }: { version: MarkedVersion; next: Version; userId: string }) {
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

/** Newest first; loaded when unfolded. Empty for a first version. */
export function EarlierVersions({
  s_id,
  submission,
  userId,
}: {
  s_id: string;
  submission: Version;
  userId: string;
}) {
  const [versions, setVersions] = useState<MarkedVersion[] | null>(null);
  const [goesOn, setGoesOn] = useState(false);
  const { task, version, number } = submission;
  async function load(): Promise<void> {
    const before = versions?.at(-1)?.number ?? number;
    const older = await call('listMarkedVersions', { params: { s_id }, query: { task, before } });
    setVersions([...(versions ?? []), ...older]);
    setGoesOn(hasOlder(older));
  }
  const more = useMore(goesOn, load);
  const { failure } = more;
  if (version === 1) return null;
  const count = version - 1;
  return (
    <Fold
      label={`Compare with ${count === 1 ? '1 earlier version' : `${count} earlier versions`}`}
      onToggle={(isOpen) => isOpen && versions === null && void more.show()}
    >
      {versions === null && failure === null && <p role="status">Loading …</p>}
      {versions === null && failure !== null && (
        <ErrorState title="The earlier versions could not be loaded" onRetry={() => void more.show()}>
          <p>{failure}</p>
        </ErrorState>
      )}
      <Stack as="ul" gap={3}>
        {versions?.map((one, i) => (
          <Earlier key={one.number} version={one} next={versions[i - 1] ?? submission} userId={userId} />
        ))}
      </Stack>
      {versions !== null && (
        <MoreButton more={more} small>
          Show older versions
        </MoreButton>
      )}
    </Fold>
  );
}
