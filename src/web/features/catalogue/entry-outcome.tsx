import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { differences, type Entry } from './entry-fields.ts';

/**
 * Why a press was refused, or what others have made of the entry meanwhile.
 * @param mine what the form says now
 */
export function EntryOutcome({
  failure,
  theirs,
  mine,
}: {
  failure: string | undefined;
  theirs: Entry | null;
  mine: object;
}) {
  const others = theirs === null ? [] : differences(theirs, mine);
  return (
    <MessageRoom>
      {failure !== undefined && theirs === null && <Notice tone="error">{failure}</Notice>}
      {failure !== undefined && theirs !== null && (
        <Notice tone="warning" role="alert" title={failure}>
          <p>What stands there now; saving once more puts yours in its place:</p>
          <ul>
            {others.map(({ label, theirs: words }) => (
              <li key={label}>{`${label}: ${words}`}</li>
            ))}
          </ul>
        </Notice>
      )}
    </MessageRoom>
  );
}
