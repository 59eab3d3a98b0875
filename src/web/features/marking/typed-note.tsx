import { useEffect } from 'react';
import { Link } from 'react-router';
import { useDraft, useDraftsOpen } from '../../lib/forms/use-draft.ts';
import { takenMarkDraft, typedMarkDraft } from '../../lib/stored-names/staff.ts';
import { Notice } from '../../ui/notice.tsx';
import type { MarkRow } from './marks.ts';
import { hasMarkDraft, takeTypedAlong, typedFor } from './typed-marks.ts';

/** Takes typed marks along to a newer version and says so, or says where they are. */
export function TypedNote({
  userId,
  row,
  addressOf,
}: {
  userId: string;
  row: MarkRow;
  addressOf: (number: string) => string;
}) {
  const isOpen = useDraftsOpen();
  const [taken] = useDraft(takenMarkDraft(userId, row.number));
  useDraft(typedMarkDraft(userId, row.student.s_id, row.task));
  useEffect(() => {
    if (isOpen) takeTypedAlong(userId, row);
  }, [isOpen, userId, row]);
  if (!isOpen) return null;
  if (taken !== '' && hasMarkDraft(userId, row.number))
    return (
      <Notice tone="info" role="note">
        {`You typed this for version ${taken}. Check it against version ${row.version} before you save.`}
      </Notice>
    );
  const typed = typedFor(userId, row);
  if (typed === null || typed.number === row.number) return null;
  return (
    <Notice tone="info" role="note">
      <span>{`Your marks and words for version ${typed.version} are not saved yet. `}</span>
      <Link to={addressOf(typed.number)} preventScrollReset>{`Open version ${typed.version}`}</Link>
    </Notice>
  );
}
