import { useState } from 'react';
import type { MarkedVersion } from '#contract/progress/student-calls';
import { call } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { useMore } from '../../../lib/use-more.ts';
import { Stack } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type * as Part from './earlier-version.tsx';
import { Fold } from './fold.tsx';

const loadVersion = () => loadPart(() => import('./earlier-version.tsx'));

/** Newest first; loaded when unfolded. Empty for a first version. */
export function EarlierVersions({
  s_id,
  submission,
  userId,
}: {
  s_id: string;
  submission: Part.Version;
  userId: string;
}) {
  const [versions, setVersions] = useState<MarkedVersion[] | null>(null);
  const [part, setPart] = useState<typeof Part | null>(null);
  const [goesOn, setGoesOn] = useState(false);
  const { task, version, number } = submission;
  async function load(): Promise<void> {
    const before = versions?.at(-1)?.number ?? number;
    const [older, loaded] = await Promise.all([
      call('listMarkedVersions', { params: { s_id }, query: { task, before } }),
      loadVersion(),
    ]);
    setPart(loaded);
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
        {part !== null &&
          versions?.map((one, i) => (
            <part.EarlierVersion
              key={one.number}
              version={one}
              next={versions[i - 1] ?? submission}
              userId={userId}
            />
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
