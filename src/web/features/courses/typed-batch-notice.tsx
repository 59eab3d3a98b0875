import type { StudentCourse } from '#contract/accounts/calls';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { describeTypedBatch } from '../../lib/session/typed-batch.ts';
import { Notice } from '../../ui/notice.tsx';

/**
 * What became of the batch that a student typed at signup, where it was another one; until the office has placed them.
 * @param batch the student's batch; null while waiting for placement
 */
export function TypedBatchNotice({
  course: { s_typedbatch, s_typedjoining },
  batch,
}: {
  course: StudentCourse;
  batch: string | null;
}) {
  const text =
    s_typedbatch === null ? null : describeTypedBatch(s_typedbatch, batch, s_typedjoining === 'invited');
  return text === null ? null : (
    <Notice tone="warning" role="note">
      <span>{text}</span>
      <OfficeContact />
    </Notice>
  );
}
