import type { StudentCourse } from '#contract/accounts/calls';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { describeTypedBatch } from '../../lib/session/typed-batch.ts';
import { Notice } from '../../ui/notice.tsx';

/**
 * Says that a student's typed batch differs from theirs, until the office has placed them.
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
